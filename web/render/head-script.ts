import type { DueAtOnce } from '#web/islands/define-island.ts'

/**
 * The one inline script, before anything is painted. Short, since every page holds it; its hash stands in the CSP and no build touches it.
 * - old browsers: `data-old` goes where this script can be read and the last thing that came to browsers at or below the floor
 *   (`scripts/browser-floor`) is there; else the page says that the browser is too old;
 * - login code: a native app opens pages with `?token=`. It leaves the address before anything is loaded, and waits in
 *   this tab for the script that exchanges it (`web/enhance/lazy/login-code.ts`, or the account area);
 * - ads crawlers of the operator's list see nothing, from a static mirror as well;
 * - theme: the stored one, else the system's;
 * - language: SPEC §1. A page on a language-neutral address that came in the other language is hidden, the cookie that
 *   tells the server is written, and the page reloads once (sessionStorage stops a loop where cookies are blocked);
 * - account: a token is stored, so the header shows the account and not the doors to it;
 * - early events: a click on a button or a submit inside an island that React has not taken over yet is held back and
 *   kept in `early`, for the enhancer to repeat it; and which island someone came to before the enhancer was there;
 * - the enhancer: imported once something is in sight (or someone already presses), so that it takes nothing from the first paint.
 *   A tab in the background shows nothing, and some browsers do not tell; there it is after three seconds. The header's controls
 *   that it drives are held back until then and pressed again; where it does not come, they do what they do without scripts, and it is
 *   asked for again every three seconds, by another address, since a browser remembers that a module failed.
 */
const headScript = `{let d=document,e=d.documentElement,s,l,t=new URLSearchParams(location.search),n='language',c=new Set,
run=()=>{d.readyState=='loading'?d.addEventListener('DOMContentLoaded',run):import(enhancer.href).then(free,()=>{free();enhancer.href+='?';setTimeout(run,3e3)})},
free=()=>{s=c;c=0;s&&s.forEach(b=>b.click())},
hold=v=>{let f=q=>v.target.closest?.(q),i=f('[data-island]:not([data-live])'),b=f('button[type=button]:not([popovertarget])'),a=f('.top button,[data-language]'),h=v.type=='submit',stop=()=>{v.preventDefault();v.stopPropagation()};
if(h||v.type=='click'){if(c){run();if(a&&!(v.metaKey|v.ctrlKey|v.shiftKey)){stop();c.add(a)}}
if(i&&(h||b)){stop();early.push([i,h?v.target:b,v.submitter])}}
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

/** On pages that offer apps: names the visitor's system before the first paint, so that its app stands first at once. */
const systemScript = `(function(e,u){e.dataset.os=/iPhone|iPad|iPod/.test(u)||/Mac/.test(u)&&navigator.maxTouchPoints>1?'ios':/Android/.test(u)?'android':/Mac/.test(u)?'mac':/Win/.test(u)?'windows':'';})(document.documentElement,navigator.userAgent)`

/** On a page that is another one by its address, or by what this tab or browser holds: says so before the first paint. */
const linkedScript = (words: readonly DueAtOnce[]): string =>
  `try{if(${words.map(conditionOf).join('||')})document.documentElement.dataset.linked=''}catch{}`

const conditionOf = (word: DueAtOnce): string =>
  word.startsWith('?')
    ? `new URLSearchParams(location.search).has('${word.slice(1)}')`
    : `(localStorage.getItem('${word}')??sessionStorage.getItem('${word}'))!=null`

type Knows = { readonly knowsSystem?: true; readonly linkedBy?: readonly DueAtOnce[] }

export const headScriptOf = ({ knowsSystem, linkedBy }: Knows): string =>
  [knowsSystem ? systemScript : '', linkedBy ? linkedScript(linkedBy) : '', headScript].filter(Boolean).join(';')
