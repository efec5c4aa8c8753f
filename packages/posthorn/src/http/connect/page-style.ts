import { createHash } from 'node:crypto';

export const PAGE_STYLE = `
:root{color-scheme:light dark;--bg:#f6f5f2;--pane:#fff;--ink:#1d1c1a;--soft:#66635d;--line:#e6e3dd;--edge:#8d8982;--accent:#a94c07;--on-accent:#fff;--hover:#f3f1ec;--danger:#b3261e;--danger-soft:#fcefed;--shadow:0 1px 2px rgb(0 0 0/.05),0 8px 24px rgb(0 0 0/.06)}
@media (prefers-color-scheme:dark){:root{--bg:#161514;--pane:#1d1c1a;--ink:#eceae5;--soft:#a19d95;--line:#35322e;--edge:#7d7971;--accent:#f0a35e;--on-accent:#20150a;--hover:#242220;--danger:#f28b82;--danger-soft:#2e1d1b;--shadow:none}}
*,::before,::after{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;align-content:start;justify-items:center;padding:clamp(16px,8vh,88px) 16px 32px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--bg);color:var(--ink);-webkit-font-smoothing:antialiased}
main{width:min(440px,100%);padding:32px;border:1px solid var(--line);border-radius:16px;background:var(--pane);box-shadow:var(--shadow)}
h1{margin:0;font-size:23px;line-height:1.25;letter-spacing:-.012em}
h2{margin:0;font-size:16px;line-height:1.4}
p{margin:0}
h1+p{margin-top:6px}
.soft{color:var(--soft)}
.hint{color:var(--soft);font-size:14px}
a{color:var(--accent);text-underline-offset:2px;overflow-wrap:anywhere}
h1,h2,p,dd,bdi{overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
form,section,.problem,.back{margin-top:22px}
form{display:grid;gap:16px}
fieldset{display:grid;gap:12px;margin:0;padding:0;border:0;min-width:0}
legend{padding:0;margin-bottom:10px;font-weight:650}
.field{display:grid;gap:5px;min-width:0}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:12px}
label{font-weight:550}
input,select{width:100%;height:44px;padding:0 12px;border:1px solid var(--edge);border-radius:10px;background:var(--bg);color:inherit;font:inherit}
input[readonly]{border-color:var(--line);background:none;color:var(--ink)}
[aria-invalid=true]{border-color:var(--danger)}
.error{color:var(--danger);font-size:14px}
.problem{padding:14px 16px;border-radius:10px;background:var(--danger-soft);border:1px solid var(--danger)}
.problem p{margin-top:4px}
button,.button{display:inline-flex;align-items:center;justify-content:center;width:100%;min-height:46px;padding:8px 18px;border:1px solid var(--edge);border-radius:10px;background:none;color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--hover)}
.primary{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.primary:hover{background:var(--accent);filter:brightness(1.06)}
.quiet{border-color:transparent;color:var(--soft)}
.or{display:grid;grid-template-columns:1fr auto 1fr;gap:12px;align-items:center;margin-top:22px;color:var(--soft);font-size:14px}
.or::before,.or::after{content:"";border-top:1px solid var(--line)}
.servers{padding-top:18px;border-top:1px solid var(--line);font-size:14px;display:grid;gap:8px}
.servers h2{font-size:14px}
p+.servers{padding-top:0;border-top:0}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:3px 14px;margin:0}
dt{color:var(--soft)}
dd{margin:0}
form.end{margin-top:10px}
footer{margin-top:20px;color:var(--soft);font-size:13px}
@media (max-width:460px){body{padding:0;background:var(--pane)}main{min-height:100vh;padding:24px 20px;border:0;border-radius:0;box-shadow:none}footer{display:none}}
`;

/** The style's source for a Content-Security-Policy. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`;
