/**
 * The one inline script, before anything is painted. Plain old JavaScript: its hash stands in the CSP and no build touches it.
 * - login code: a native app opens pages with `?token=`. It leaves the address before anything is loaded, and waits in
 *   this tab for the script that exchanges it (`web/enhance/lazy/login-code.ts`, or the account area);
 * - ads crawlers of the operator's list see nothing, from a static mirror as well;
 * - theme: the stored one, else the system's;
 * - language: SPEC §1. A page on a language-neutral address that came in the other language is hidden, the cookie that
 *   tells the server is written, and the page reloads once (sessionStorage stops a loop where cookies are blocked);
 * - account: a token is stored, so the header shows the account and not the doors to it;
 * - early events: a click on a button or a submit inside an island that React has not taken over yet is held back and
 *   kept in `early`, for the enhancer to repeat it.
 */
const headScript = `(function(d,w){var e=d.documentElement,s,l,t=new URLSearchParams(location.search),n='language',u=navigator.userAgent;w.early=[];
if(t.has('token')){l=t.get('token');t.delete('token');t+='';history.replaceState(null,'',location.pathname+(t&&'?'+t)+location.hash);try{l&&sessionStorage.setItem('login-code',l)}catch(_){}}
if(e.dataset.blank&&RegExp(e.dataset.blank,'i').test(u)){e.hidden=true;return w.stop()}
try{s=localStorage;l=s.getItem(n);t=s.getItem('theme')}catch(_){}
e.dataset.theme=t=='dark'||t!='light'&&matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';
l=l=='en'||l=='zh-CN'?l:/en/i.test(navigator.language)?'en':'zh-CN';
try{if(s.getItem('token'))e.dataset.account='in'}catch(_){}
if(e.dataset.neutral!=null)try{t=sessionStorage;if(e.lang==l)t.removeItem(n);else if(t.getItem(n)!=l){t.setItem(n,l);
d.cookie=n+'='+l+';path=/;max-age=31536000;samesite=lax';e.hidden=true;location.reload()}}catch(_){}
function hold(v){var i=v.target.closest('[data-island]:not([data-live])'),b=v.target.closest('button');
if(i&&(v.type=='submit'||b&&b.type!='submit'&&!b.hasAttribute('popovertarget')&&!v.defaultPrevented)){v.preventDefault();v.stopPropagation();
w.early.push([i,v.type=='submit'?v.target:b,v.submitter])}}
d.addEventListener('click',hold,true);d.addEventListener('submit',hold,true)})(document,window)`

/** On pages that offer apps: names the visitor's system before the first paint, so that its app stands first at once. */
const systemScript = `(function(e,u){e.dataset.os=/iPhone|iPad|iPod/.test(u)||/Mac/.test(u)&&navigator.maxTouchPoints>1?'ios':/Android/.test(u)?'android':/Mac/.test(u)?'mac':/Win/.test(u)?'windows':'';})(document.documentElement,navigator.userAgent)`

/** On a page that is another one with a parameter in its address: says so before the first paint. */
const linkedScript = (parameter: string): string =>
  `if(new URLSearchParams(location.search).has('${parameter}'))document.documentElement.dataset.linked=''`

type Knows = { readonly knowsSystem?: true; readonly linkedBy?: string }

export const headScriptOf = ({ knowsSystem, linkedBy }: Knows): string =>
  [knowsSystem ? systemScript : '', linkedBy ? linkedScript(linkedBy) : '', headScript].filter(Boolean).join(';')
