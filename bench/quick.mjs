import { createPrivateKey, generateKeyPairSync, sign as rsa } from 'node:crypto'
import { cadenaOriginal, writeCfdi, check, readCfdi } from '../dist/index.js'
import { checkStructure } from '../dist/model/check.js'
import { cfdi } from '../dist/model/cfdi.js'
import { readFileSync } from 'node:fs'
import { resolve } from '../dist/auto/resolve.js'
const base = JSON.parse(readFileSync(new URL('../fixtures/documents/ingreso.json', import.meta.url)))
function doc(n){ const c=base.Conceptos[0]; const Conceptos=Array.from({length:n},(_, i)=>({...JSON.parse(JSON.stringify(c)), NoIdentificacion:'P-'+i}));
 return {...base, Folio:'12', Fecha:'2026-11-21T10:00:00', Sello:'', NoCertificado:'30001000000600000004', Certificado:'MIIF'.repeat(400), Emisor:{...base.Emisor,Nombre:'MARIANA TORRES ACOSTA'}, Conceptos, SubTotal:(12500*n).toFixed(2), Total:((12500+2000-1250-1333.33)*n).toFixed(2), Impuestos:{TotalImpuestosRetenidos:(2583.33*n).toFixed(2),TotalImpuestosTrasladados:(2000*n).toFixed(2),Retenciones:[{Impuesto:'001',Importe:(1250*n).toFixed(2)},{Impuesto:'002',Importe:(1333.33*n).toFixed(2)}],Traslados:[{Base:(12500*n).toFixed(2),Impuesto:'002',TipoFactor:'Tasa',TasaOCuota:'0.160000',Importe:(2000*n).toFixed(2)}]}} }
function time(name, f, ms=300){ for(let i=0;i<200;i++) f(); let best=Infinity; for(let r=0;r<5;r++){ let n=0; const t0=performance.now(); let t; do { f(); n++ } while((t=performance.now())-t0<ms/5); best=Math.min(best,(t-t0)/n*1000)}; return best }
const {privateKey}=generateKeyPairSync('rsa',{modulusLength:2048})
const buf=Buffer.from('x'.repeat(1500))
const R=time('rsa',()=>rsa('RSA-SHA256',buf,privateKey))
console.log('rsa µs',R.toFixed(1))
for(const n of [1,5,50,500]){
  const d=doc(n); const f=check(d); if(f.length) console.log(f.slice(0,3).map(x=>x.message))
  const xml=writeCfdi(d)
  const rows={ structure:()=>checkStructure(cfdi,d), check:()=>check(d), write:()=>writeCfdi(d), cadena:()=>cadenaOriginal(d), read:()=>readCfdi(xml) }
  console.log(n, Object.entries(rows).map(([k,f])=>{const t=time(k,f); return `${k} ${t.toFixed(1)}µs ${(t/R*100).toFixed(1)}%`}).join(' | '))
}
