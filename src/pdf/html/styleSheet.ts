/**
 * The style of the HTML page, for screens and for letter paper.
 * @module
 */
import type { Colors } from '../template.js'

/** Returns the CSS in the colours of the client, which are `#rrggbb`. */
export function styleSheet({ accent, onAccent, text, muted, rule, panel }: Colors): string {
  return `
@page{size:letter;margin:12mm}
body{font:14px/1.4 Roboto,Arial,sans-serif;color:${text};max-width:52rem;margin:1.5rem auto;padding:0 1rem}
header{display:flex;gap:1.5rem;align-items:flex-start;border-bottom:2px solid ${accent}}
header img{max-width:10rem;max-height:5rem}header>div{flex:1}
.name,.words dd{font-weight:bold;margin:0}.words{display:block}
h1{font-size:1.6rem;margin:0;color:${accent}}h2{font-size:1rem;margin:.8rem 0 .2rem;color:${accent}}
h3,h4,h5,h6{font-size:.9rem;margin:.6rem 0 .2rem}
.parties{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:.2rem 1.5rem}
header dl{display:flex;flex-wrap:wrap;gap:.1rem 2rem}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:0 1.5rem}
dl{margin:.2rem 0 .5rem;display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.1rem 1rem}
dt{color:${muted};font-size:.75rem}dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;margin:.8rem 0}caption{text-align:left;font-weight:bold}
th{text-align:left}thead th{background:${accent};color:${onAccent};padding:.25rem .4rem;font-size:.8rem}
td{padding:.25rem .4rem;vertical-align:top;border-top:1px solid ${rule}}
.number,.sum td{text-align:right;font-variant-numeric:tabular-nums}
.details td{border:0;color:${muted};font-size:.8rem}
.sum{width:28rem;max-width:100%;margin-left:auto}.sum th{font-weight:normal}.sum td{border:0}
.sum tr.sum th,.sum tr.sum td{border-top:2px solid ${accent};font-weight:bold;font-size:1.15rem;width:auto}
.small,small,.own{color:${muted};font-size:.85rem}
.stamp{display:flex;gap:1rem;background:${panel};padding:.6rem;break-inside:avoid}
figure{margin:0;text-align:center;font-size:.7rem}figure svg{width:7.5rem;display:block}
.seals{display:block;font-size:.6rem}
.mark{text-align:center;font-weight:bold;color:#b00020;border:2px solid;padding:.2rem}
.legend{text-align:center;font-weight:bold}
tr,dl{break-inside:avoid}h2,h3,caption{break-after:avoid}
@media print{html{font-size:10px}body{font-size:10px;max-width:none;margin:0;padding:0}}
`.trim()
}
