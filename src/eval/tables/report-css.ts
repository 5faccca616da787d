/** Style of the HTML report, for light and dark screens. */
export const reportCss = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2024;--muted:#7a828a;--line:#d9dde1;--accent:#1668c7;--fast:#0a8f6a;--middle:#b26a00;--slow:#8a3ffc;--published:#c2255c;--other:#9aa3ad;--bad:#d6336c}
@media (prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e9ec;--muted:#98a1aa;--line:#343a40;--accent:#6cb2ff;--fast:#3ddba5;--middle:#ffb454;--slow:#c4a1ff;--published:#ff7eb0;--other:#5c6670;--bad:#ff5c93}}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
main{max-width:1280px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:26px}h2{font-size:20px;margin-top:36px}h3{font-size:16px}
section{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:0 32px;align-items:start}section>h3,section>p,section>ol,section>.scroll{grid-column:1/-1}
figure{margin:16px 0;max-width:720px}figcaption{font-weight:600;margin-bottom:6px}
svg{width:100%;height:auto}svg text{fill:var(--fg);font:12px system-ui,sans-serif}svg .grid{stroke:var(--line)}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:13px}.legend i{display:inline-block;width:10px;height:10px;border-radius:5px;margin-right:6px}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--line);padding:4px 10px;text-align:left;white-space:nowrap}
.pictures{display:block;columns:2 480px;column-gap:32px}.pictures figure{margin:0 0 18px;break-inside:avoid}.pictures figcaption small{display:block;font-weight:400;color:var(--muted)}svg .dim{fill:var(--muted)}svg .small{font-size:11px}
.worst li{margin-bottom:12px}audio{height:32px;margin-top:4px}code{font-size:12px;word-break:break-all}
`.trim();
