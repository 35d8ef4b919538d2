import type { DueAtOnce } from '#web/islands/define-island.ts'

/**
 * Inline script that runs before the first paint. Every page contains it, so it is short; the CSP lists its hash, and
 * no build changes it.
 * - Old browsers: removes `data-old` if the browser can parse this script and has the newest required feature
 *   (`scripts/browser-floor`). Otherwise the page says that the browser is too old.
 * - Login code: native apps open pages with `?token=`. It is removed from the address before anything loads and stored
 *   in this tab for the script that exchanges it (`web/enhance/lazy/login-code.ts` or the account area).
 * - Ad crawlers on the operator's list get an empty page, on static mirrors too.
 * - Theme: the stored one, else the system's.
 * - Language: if a language-neutral address came in the other language, hides the page, sets the language cookie and
 *   reloads once. A sessionStorage entry prevents a loop if cookies are blocked.
 * - Account: switches the header to the account link if a token is stored.
 * - Early events: holds back clicks and submits in islands that are not hydrated yet and stores them in `early` for the
 *   enhancer to replay. Clicks on radio buttons, which have a name, are stored but not held back, because a button that
 *   was pressed must look chosen at once. Also stores islands touched before the enhancer ran.
 * - Enhancer: imports it after the first paint or on the first click, so that it does not delay the paint; after three
 *   seconds at the latest, because background tabs never paint. Until then, clicks on the header's controls are held back
 *   and replayed. After a failure they work as without script, and the import is retried every three seconds with a
 *   changed URL, because browsers remember failed imports.
 */
const headScript = `{let d=document,e=d.documentElement,s,l,t=new URLSearchParams(location.search),n='language',c=new Set,
run=()=>{d.readyState=='loading'?d.addEventListener('DOMContentLoaded',run):import(enhancer.href).then(free,()=>{free();enhancer.href+='?';setTimeout(run,3e3)})},
free=()=>{s=c;c=0;s&&s.forEach(b=>b.click())},
hold=v=>{let f=q=>v.target.closest?.(q),i=f('[data-island]:not([data-live])'),b=f('button[type=button]:not([popovertarget]),[type=radio]'),a=f('.top button,[data-language]'),h=v.type=='submit',stop=()=>{v.preventDefault();v.stopPropagation()};
if(h||v.type=='click'){if(c){run();if(a&&!(v.metaKey|v.ctrlKey|v.shiftKey)){stop();c.add(a)}}
if(i&&(h||b)){b?.name||stop();early.push([i,b||v.target,v.submitter])}}
else i&&c&&early.push([i])};
var early=[];
/./.hasIndices==null||delete e.dataset.old;
if(t.has('token')){l=t.get('token');t.delete('token');t+='';history.replaceState(null,'',location.pathname+(t&&'?'+t)+location.hash);try{l&&sessionStorage.setItem('login-code',l)}catch{}}
if(e.dataset.blank&&RegExp(e.dataset.blank,'i').test(navigator.userAgent)){e.hidden=true;window.stop()}else{
try{s=localStorage;l=s.getItem(n);t=s.getItem('theme');if(s.getItem('token'))e.dataset.account='in'}catch{}
if(t=='dark'||t!='light'&&matchMedia('(prefers-color-scheme:dark)').matches)e.dataset.theme='dark';
l=l=='en'||l=='zh-CN'?l:/en/i.test(navigator.language)?'en':'zh-CN';
if(e.dataset.neutral!=null)try{t=sessionStorage;if(e.lang==l)t.removeItem(n);else if(t.getItem(n)!=l){t.setItem(n,l);
d.cookie=n+'='+l+';path=/;max-age=31536000;samesite=lax';e.hidden=true;location.reload()}}catch{}
for(s of['click','submit','pointerover','focusin'])d.addEventListener(s,hold,true);
setTimeout(run,3e3);new PerformanceObserver(run).observe({type:'paint'})}}`

/** On pages that offer apps, detects the operating system before the first paint, so that its app is shown first. */
const systemScript = `(function(e,u){e.dataset.os=/iPhone|iPad|iPod/.test(u)||/Mac/.test(u)&&navigator.maxTouchPoints>1?'ios':/Android/.test(u)?'android':/Mac/.test(u)?'mac':/Win/.test(u)?'windows':'';})(document.documentElement,navigator.userAgent)`

/**
 * Inside WeChat on a phone, preselects the first payment method that opens there (`isBlockedByApp` in
 * `web/payment/open-payment.ts`), which the button names together with its label. Does nothing after a press, which must
 * keep the choice it was made with.
 */
const methodScript = `/(Mobi|Android).*MicroMessenger/.test(navigator.userAgent)&&document.addEventListener('DOMContentLoaded',()=>{let b=document.querySelector('[data-opens]');if(b&&!early.some(v=>v[1])){for(let r of b.form.method)r.defaultChecked=r.value==b.value;b.firstChild.data=b.dataset.opens}})`

/** Marks pages that look different depending on URL or storage, before the first paint. */
const linkedScript = (words: readonly DueAtOnce[]): string =>
  `try{if(${words.map(conditionOf).join('||')})document.documentElement.dataset.linked=''}catch{}`

const conditionOf = (word: DueAtOnce): string =>
  word.startsWith('?')
    ? `new URLSearchParams(location.search).has('${word.slice(1)}')`
    : `(localStorage.getItem('${word}')??sessionStorage.getItem('${word}'))!=null`

type Knows = { readonly knowsSystem?: true; readonly knowsMethods?: true; readonly linkedBy?: readonly DueAtOnce[] }

export const headScriptOf = ({ knowsSystem, knowsMethods, linkedBy }: Knows): string =>
  [
    knowsSystem ? systemScript : '',
    knowsMethods ? methodScript : '',
    linkedBy ? linkedScript(linkedBy) : '',
    headScript,
  ]
    .filter(Boolean)
    .join(';')
