import { layerRules } from './architecture-layers.ts'

/**
 * Makes one import rule. Together the rules keep the direction `api → workflows → modules → db, platform`.
 * `tests/architecture.test.ts` plants a violation of every rule below and expects it to be found.
 * @type {(name: string, from: object, to: object) => import('dependency-cruiser').IForbiddenRuleType}
 */
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

const tests = '[.]test[.]tsx?$|^(tests|lab)/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-circular', {}, { circular: true }),
    forbid('no-barrels', {}, { dependencyTypes: ['export'] }),
    forbid('everything-resolves', {}, { couldNotResolve: true }),

    // shared/ imports only itself and packages, because it runs in browser, server and tests.
    forbid('shared-is-a-leaf', { path: '^shared/', pathNot: tests }, { path: '^(?!shared/|node_modules/)' }),
    forbid('shared-runs-anywhere', { path: '^shared/', pathNot: tests }, { dependencyTypes: ['core'] }),
    forbid(
      'shared-openapi-stays-on-the-server',
      { path: '^(web|console|ui)/', pathNot: tests },
      { path: '^shared/contract/openapi[.]ts$' },
    ),

    // The customer's site imports no texts for operators.
    forbid(
      'customers-get-no-operator-text',
      { path: '^(web|ui|shared)/', pathNot: tests },
      { path: '^text/(?![^/]+/site/|(?:page-texts|link-pictures)[.]ts$)' },
    ),

    // `ui` imports no code of the site, the console, the server or the API contract. `web` and `ui` import nothing from
    // the server, the simulators, the console or the scripts, not even a type.
    forbid('ui-knows-no-product', { path: '^ui/' }, { path: '^(web|console|server|shared/contract)/' }),
    forbid('front-end-knows-no-server', { path: '^(web|ui)/' }, { path: '^(server|simulators|console|scripts)/' }),
    forbid(
      'features-are-islands',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    forbid(
      'features-do-not-look-up',
      { path: '^web/features/' },
      { path: '^web/(pages|islands|account|render|enhance)/' },
    ),
    forbid('client-is-the-ground-floor', { path: '^web/client/', pathNot: tests }, { path: '^web/(?!client/)' }),
    forbid(
      'forms-and-display-stand-on-the-client',
      { path: '^web/(forms|display)/', pathNot: tests },
      { path: '^web/(?!forms/|display/|client/)' },
    ),
    forbid(
      'payment-and-share-are-for-features',
      { path: '^web/(payment|share)/', pathNot: tests },
      { path: '^web/(?!payment/|share/|forms/|display/|client/)' },
    ),
    forbid('texts-are-only-texts', { path: '^text/', pathNot: tests }, { path: '^(?!text/|shared/)' }),
    forbid(
      'pages-hold-no-logic',
      { path: '^web/pages/' },
      {
        path: '^web/(client|forms|display|payment|share|account|enhance)/',
        // Exempts one file, so that pages write dates exactly as islands do.
        pathNot: '^web/display/display-date[.]ts$',
      },
    ),
    forbid('pages-are-islands', { path: '^web/pages/[^/]+[.]tsx$' }, { path: '^web/pages/[^/]+[.]tsx$' }),
    forbid(
      'parts-of-pages-are-islands',
      { path: '^web/pages/([^/]+)/' },
      { path: '^web/pages/', pathNot: '^web/pages/$1(/|[.]tsx$)' },
    ),
    forbid('account-stands-alone', { path: '^web/account/' }, { path: '^web/(pages|islands|render|enhance)/' }),
    forbid(
      'enhancer-stays-small',
      { path: '^web/enhance/', pathNot: '[.]test[.]ts$' },
      {
        path: 'node_modules/|^(ui|web/(features|account|pages|render))/.*[.]tsx?$',
        pathNot: '^ui/browser-storage[.]ts$',
      },
    ),

    // Operator console: its bundle and that of the customer's site share no code except `ui`, `shared`, `text` and
    // packages.
    forbid(
      'console-knows-no-other-front',
      { path: '^console/' },
      { path: '^(?!console/|ui/|shared/|text/|node_modules/)' },
    ),
    forbid(
      'console-places-are-islands',
      { path: '^console/places/([^/]+)/' },
      { path: '^console/places/', pathNot: '^console/places/$1/' },
    ),
    forbid(
      'console-parts-know-no-place',
      { path: '^console/(client|frame|list|act|shell|text)/' },
      { path: '^console/(places/|places[.]ts$|app[.]tsx$)' },
    ),
    forbid(
      'console-client-is-the-ground-floor',
      { path: '^console/client/', pathNot: tests },
      { path: '^console/(?!client/|text/)' },
    ),
    // The console gets the schemas of operator actions only as data that the build writes, because the schema library
    // is too large.
    forbid(
      'console-gets-schemas-as-data',
      { path: '^console/', pathNot: `^console/client/(registry|action-traits)-data[.]ts$|${tests}` },
      { path: '^shared/contract/operator[.]ts$', dependencyTypesNot: ['type-only'] },
    ),

    forbid(
      'server-draws-nothing',
      { path: '^server/' },
      { path: '^(web|console|ui|dist)/|node_modules/(react|react-dom|vite)/' },
    ),
    forbid(
      'server-knows-no-simulator',
      { path: '^server/', pathNot: tests },
      { path: '^(simulators|scripts|tests)/', dynamic: false },
    ),
    // The server may load one part of the simulators: the demo data that fills an empty database outside PROD.
    forbid(
      'the-demo-has-one-door',
      { path: '^server/', pathNot: `^server/db/open-store[.]ts$|${tests}` },
      { path: '^(simulators|scripts|tests)/', dynamic: true },
    ),
    forbid(
      'simulators-stand-alone',
      { path: '^simulators/', pathNot: '^simulators/demo/' },
      { path: '^(server|web|ui|scripts|simulators/demo)/' },
    ),
    forbid(
      'the-demo-acts-by-workflows-and-modules',
      { path: '^simulators/demo/' },
      { path: '^(web|ui|scripts)/|^server/(?!modules/|workflows/|deps/|platform/|db/demo-mark[.])' },
    ),
    forbid(
      'modules-are-islands',
      { path: '^server/modules/([^/]+)/' },
      { path: '^server/modules/', pathNot: '^server/modules/$1/' },
    ),
    // Modules: import a name from the file that owns it. Functions of a `*.repo.ts` file are private to its folder; its
    // types may be imported anywhere, because they run nothing.
    forbid(
      'repos-are-private',
      { path: '^(.+)/[^/]+$' },
      { path: '[.]repo[.]ts$', pathNot: '^$1/[^/]+$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'modules-do-not-look-up',
      { path: '^server/modules/' },
      { path: '^server/(api|workflows|site|ops|operator|jobs)/' },
    ),
    forbid('workflows-do-not-look-up', { path: '^server/workflows/' }, { path: '^server/(api|site|ops|operator)/' }),
    forbid('actions-know-no-front', { path: '^server/operator/' }, { path: '^server/(api|site|ops)/' }),
    forbid(
      'the-console-is-a-front',
      { path: '^server/', pathNot: `^server/(console/|app[.]ts$|start-server[.]ts$)|${tests}` },
      { path: '^server/console/' },
    ),
    // Metrics are loaded only where a process starts, so the product runs without them.
    forbid(
      'metrics-stand-beside',
      { path: '^server/', pathNot: `^server/(metrics/|start-server[.]ts$|worker[.]ts$)|${tests}` },
      { path: '^server/metrics/|node_modules/prom-client/' },
    ),
    forbid(
      'metrics-read-modules',
      { path: '^server/metrics/', pathNot: tests },
      { path: '^server/(?!metrics/|modules/|platform/)' },
    ),
    forbid('deps-look-down', { path: '^server/deps/' }, { path: '^server/(?!deps/|modules/|platform/)' }),
    forbid('platform-is-the-ground-floor', { path: '^server/platform/' }, { path: '^server/(?!platform/)' }),
    forbid('db-looks-only-down', { path: '^server/db/' }, { path: '^server/(?!db/|platform/|modules/)' }),
    forbid('rules-are-pure', { path: '[.]rules[.]ts$' }, { pathNot: '^(shared|text)/|[.]rules[.]ts$' }),
    forbid(
      'sql-only-in-repos',
      {
        path: '^(server|scripts|simulators)/',
        pathNot: '[.](repo|queries)[.]ts$|^server/platform/database[.]ts$|[.]test[.]ts$',
      },
      { path: '^server/platform/sql[.]ts$' },
    ),
    forbid(
      'pg-only-below-the-database',
      { path: '^server/', pathNot: '^server/platform/(database|listen)[.]ts$|^server/db/' },
      { path: 'node_modules/pg/' },
    ),
    forbid(
      'providers-behind-payments',
      { path: '^server/', pathNot: '^server/modules/payments/|^server/(main|app)[.]ts$' },
      { path: '^server/modules/payments/providers/', pathNot: '/port[.]ts$' },
    ),
    forbid(
      'payment-sdks-behind-their-providers',
      { path: '^server/', pathNot: '^server/modules/payments/providers/' },
      { path: 'node_modules/(alipay-sdk|stripe|wechatpay-axios-plugin)/' },
    ),

    // Code of the server and `shared` must not import development dependencies, except their types.
    forbid(
      'no-dev-dependency-in-production',
      { path: '^(server|shared)/', pathNot: tests },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    ...layerRules,
    forbid('nothing-imports-tests', { path: '^(server|shared|web|ui|simulators)/', pathNot: tests }, { path: tests }),
  ],
  options: {
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|docs|public)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.json', '.d.ts', '.css'],
    },
  },
}
