export const cashierStyle = `
:root{color-scheme:light dark;--bg:#fff;--mist:#f4f9f7;--ink:#12221c;--ink-2:#43544d;--line:#d5dfdb;--line-2:#81908a;--plate:#006d52;--plate-hi:#005d45;--note:#7b5100;--note-tint:#fff3cf;--way:#006d52;--focus:#195daa}
@media (prefers-color-scheme:dark){:root{--bg:#0b1310;--mist:#0f1915;--ink:#ebf2ef;--ink-2:#b3c2bb;--line:#293631;--line-2:#6b7d76;--plate:#00765a;--plate-hi:#00866a;--note:#fbd26b;--note-tint:#32270c;--way:#58d8ae;--focus:#9ccbff}}
*{box-sizing:border-box;margin:0}
body{font:400 1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","HarmonyOS Sans SC","MiSans","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif;color:var(--ink);background:var(--bg)}
header{display:flex;gap:1rem;align-items:center;justify-content:space-between;line-height:1.4;padding:.75rem max(1.25rem,calc(50% - 16rem));background:var(--note-tint);color:var(--note)}
header strong{display:block}header a{flex:none;color:inherit;min-width:44px;min-height:44px;display:inline-flex;align-items:center;justify-content:flex-end}
main{width:min(100% - 2.5rem,32rem);margin:1.75rem auto 4rem;display:grid;gap:1.5rem}
.sign{background:var(--plate);color:#fff;border-radius:24px;padding:2rem 1.75rem;box-shadow:inset 0 0 0 7px var(--plate),inset 0 0 0 9px #fff}
h1{font-size:1.25rem;line-height:1.35;font-weight:700;overflow-wrap:anywhere}
h2{font-size:1rem;font-weight:700;margin-top:.5rem}
.amount{font-size:clamp(2.25rem,11vw,3.25rem);font-weight:800;line-height:1.15;font-variant-numeric:tabular-nums}
dl{display:grid;gap:.5rem;font-size:.9375rem}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;border-bottom:1px solid var(--line);padding-bottom:.5rem}
dt{color:var(--ink-2)}dd{overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.choices{display:grid;gap:.75rem}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;padding:.6rem 1.25rem;border:1.5px solid var(--line-2);border-radius:12px;background:none;color:var(--ink);font:inherit;font-weight:600;line-height:1.3;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--mist)}
.go{background:var(--plate);border-color:var(--plate);color:#fff;font-weight:700;font-size:1.0625rem}
.go:hover{background:var(--plate-hi);border-color:var(--plate-hi)}
.state{font-size:1.25rem;font-weight:700;color:var(--way)}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
`
