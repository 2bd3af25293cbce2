/**
 * English labels for the SAT's names. The descriptions of codes stay in the SAT's Spanish.
 * @module
 */
import { retenciones } from './englishRetenciones.js'
import { suffix } from './spelled.js'

/** By name in small letters, or by node and name; several names may share a label. */
const lines = `
acreditamientoieps|IEPS tax credit; acuentaterceros|On behalf of a third party
accionesotitulos|Income from shares or securities; actividadrelacionada|Related activity
actividades|Activities; addenda|Addenda; additionalinformation|Additional information
adscripcion|Place of assignment; aduana|Customs office; aerolineas|Airlines
allowancecharge|Allowance or charge; allowancechargetype|Type of allowance or charge
allowanceorchargetype|Type of allowance or charge
alternatepartyidentification|Other identification
alternatetradeitemidentification|Other item number; ambito|Scope; amount amountperunit|Amount
anioembarcacion|Year built; aniomodelovm|Model year; antigüedad|Seniority
apellidomaterno|Second surname; apellidopaterno|First surname; areacontractual|Contract area
aseguracarga|Cargo insurer; aseguramedambiente|Insurer, environment
asegurarespcivil|Insurer, liability; autotransporte|Road transport; autrvoe|RVOE authorization
año|Year; banco|Bank; bancoemisor|Issuing bank; bancoreceptor|Receiving bank; base|Base
beneficiario|Beneficiary; beneficiario.concepto|Reason for payment; bienestransp|Goods carried
buyer|Buyer; cadpago|Original string of the payment; cadenacda|Original string of the CDA
cadenaoriginal|Original string; calado|Draught; calle streetaddressone|Street; campo|Field
cantidad|Quantity; cantidadaduana|Customs quantity; aditionalquantity|Additional quantity
cantidadtransporta|Quantities by origin and destination
característicasdeobraopieza|Features of the work; cargo|Charge; cargoportasacion|Valuation charge
carro|Rail cars; cartaporte|Carta Porte (waybill); centrocostos|Cost centre
certpago|Certificate of the payment; certificado|Certificate
certificadodedestruccion|Certificate of destruction; certificadoorigen|Certificate of origin
cfdirelacionado|Related document; cfdirelacionados|Related documents
cfdiregistrofiscal|CFDI tax registry; city|City; clave code|Code; clavedepedimento|Pedimento code
claveentfed|State; claveentidad|State; claveestacion|Station code; clavehyp|Hydrocarbon code
clavepagopedimentovinculado|Payment code of the linked pedimento
clavepedimentovinculado|Code of the linked pedimento; claveprodserv|SAT code; clavespei|SPEI code
clavestcc|STCC code; claveunidad|Unit; clavevehicular|Vehicle code; codigocargo|Charge code
codigopostal postalcode|Postal code; codigotransportista|Carrier code; colonia|Neighbourhood
comercioexterior|Foreign trade; compensacionsaldosafavor|Set-off of favourable balances
complemento|Complement; complementoconcepto|Item complement; complemento_spei|SPEI complement
comprobante|Document; concepto|Item
percepcion.concepto deduccion.concepto otropago.concepto|Concept
conceptoconsumodecombustibles conceptoestadodecuentacombustible|Purchase; conceptos|Items
condicionesdepago paymentterms|Terms of payment; condicionesesptransp|Special transport conditions
configvehicular|Vehicle configuration; confirmacion|Confirmation
consumodecombustibles|Fuel consumption; contabilidad|Accounting; contactinformation|Contact
contenedor|Container; contentversion|Content version
contraprestacionpagadaoperador|Consideration paid to the operator
coprosocconyugale|Co-ownership or marital partnership; ctabeneficiario|Beneficiary account
ctaordenante|Payer account; cuenta|Account; cuentabancaria|Bank account
cuentapredial|Property tax account; curp|CURP; curpalumno|Student CURP
currency currencyisocode|Currency; currencyfunction|Currency function; customs|Customs
cvematerialpeligroso|Hazardous material code; cvepic|PIC code; cvestransporte|Transport code
datosadquiriente datosadquirientecopsc datosunadquiriente|Acquirer
datosadquirientescopsc|Acquirers; datosenajenante datosenajenantecopsc datosunenajenante|Seller
datosenajenantescopsc|Sellers; datosfabricante|Manufacturer; datosformulador|Formulator
datosmaquilador|Maquiladora; datosnotario|Notary; datosoperacion|Operation; datostransito|Transit
decretorenovvehicular|Vehicle renewal decree; decretosustitvehicular|Vehicle replacement decree
deduccion deducciones|Deductions; deliverynote|Delivery note
denominaciondistintivaprod|Distinctive name of the product
denominaciongenericaprod|Generic name of the product; departamento|Department
derechosdepaso|Rights of way; descinmueble|Property; descinmuebles|Properties
descripembalaje|Packaging description; descripguiaidentificacion|Waybill description
descripcion description|Description; descripcionmateria|Description of the material
descripcionesespecificas|Specific descriptions; descuento|Discount; destinatario|Addressee
detallemercancia|Details of the goods; detallista|Retailer; determinado determinados|Fixed
dias|Days; diasincapacidad|Days of leave; dimensiones|Dimensions
discountpayment|Early payment discount; discounttype|Type of discount
disposicionfiscal|Tax provision; distanciarecorrida totaldistrec|Distance (km)
divisas|Foreign currency; doctorelacionado|Paid documents; documentacionaduanera|Customs documents
documentorelacionado|Related document; documentstatus|Document status
documentstructureversion|Document structure version; domicilio|Address
domiciliofiscalacuentaterceros domiciliofiscalreceptor|Tax postal code
donatarias|Donee organizations; embalaje|Packaging; emisor|Issuer; nomina.emisor|Employer
empresatransporte|Transport company; entidad|State; entidadfederativa|State
entidadsncf|SNCF entity; entitytype|Type of entity; entradasalidamerc|Entry or exit of goods
equivalenciadr equivalencia|Exchange rate; erogacion|Expenditure; eslora|Length overall
estado|State; estadodecuentabancario|Bank statement; estadodecuentacombustible|Fuel statement
exportacion|Export; extendedattributes|Further attributes; fabricante|Manufacturer
facatradquirente|Invoice through the acquirer; fecha|Date; comprobante.fecha|Date of issue
fechaadquisicion|Date of acquisition; fechaautorizacion|Date of authorization
fechacaducidad|Expiry date; fechacertificacionccp|Certification date of the Carta Porte
fechadetransito|Date of transit; fechafinalpago|End of the period
fechafoliofiscalvinculado|Date of the linked folio fiscal
fechahorasalidallegada|Departure or arrival; fechainicialpago|Start of the period
fechainiciorellaboral|Start of employment; fechainstnotarial|Date of the deed
fechaoperacion|Date of the operation; fechapago|Date of payment
fecharegulveh|Date of vehicle regularization; fechatimbrado|Date of certification
figuratransporte|Transport figures; folio|Number; foliofiscalvinculado|Linked folio fiscal
folioimpovucem|VUCEM import number; foliooperacion|Operation number
foliosoldon|Donation request number; foliofiscal uuid|Folio fiscal (UUID)
formadepagop formapago formadepago|Form of payment; formafarmaceutica|Pharmaceutical form
fraccionarancelaria|Tariff item; gastoshidrocarburos|Hydrocarbon expenses; gln|GLN
grossamount|Gross amount; grossprice|Gross price; gtin|GTIN; guiacarro|Rail waybill
guiasidentificacion|Waybills; hidroypetro|Hydrocarbons and petroleum products; hora|Time
horasextra|Overtime; iddestino|Destination; idorigen|Origin; idubicacion|Location ID
identdocaduanero|Customs document number; identificacionvehicular|Vehicle identification
identificador|Identifier; idccp|IdCCP; idccprelacionado|Related IdCCP
idcontabilidad|Accounting ID; iddocumento|Folio fiscal of the document; idtransporte|Transport ID
implocretenido|Local tax withheld; imploctrasladado|Local tax; imppagado|Paid
impsaldoant|Previous balance; impsaldoinsoluto|Outstanding balance
importe importemonetario|Amount; importeexento|Exempt; importegravado|Taxable
importepagado|Amount paid; impuesto|Tax; impuestos|Taxes; impuestoslocales|Local taxes
incapacidad incapacidades|Sick leave; incoterm|Incoterm; ine|INE
informacionaduanera|Customs information; informacionfiscaltercero|Tax data of the third party
informacionglobal|Global invoice period; ingresoacumulable|Taxable income
ingresonoacumulable|Non-taxable income; ingresoshidrocarburos|Hydrocarbon income
inmueble|Property; insteducativas|Educational institutions; invoicecreator|Invoice creator
invoicedquantity|Invoiced quantity; iva|VAT (IVA); jubilacionpensionretiro|Retirement pension
kilometrajepagado|Paid mileage; language|Language; leyenda|Legend; textoleyenda|Legend
leyendasfiscales|Tax legends; lineitem|Line; lineanaviera|Shipping line; localidad|Locality
logisticunits|Logistic units
logisticainversarecolecciondevolucion|Reverse logistics, collection or return; longtext|Long text
lotemedicamento lotnumber|Batch; lugarcontrato|Place of contract; lugarexpedicion|Place of issue
manga|Beam; marca|Make; materialpeligroso|Hazardous material; matricula|Registration
matriculaaeronave|Aircraft registration; matriculacarro|Car number
matriculacontenedor|Container number; mercancia mercancias|Goods; mes|Month; meses|Months
metododepagodr metodopago methodofpayment|Method of payment; modelo|Model; moneda|Currency
monetaryamountorpercentage|Amount or percentage; monto|Amount
montoadquisicion|Amount of acquisition; montodiario|Daily amount
montoenajenacion|Amount of the sale; montoivapedimento|VAT of the pedimento
montooperacion|Amount of the operation; montopago|Amount of the payment
montorecursopropio|Own resources; montoretencionisr|ISR withheld; montoretencioniva|IVA withheld
montoretencionotrosimpuestos|Other taxes withheld; montototalerogaciones|Total expenditure
montototaliva|Total VAT; montototalpagos|Total amount paid
montocuerogacion|Amount of each expenditure; motivotraslado|Reason for the transfer
movimientoecb movimientoecbfiscal|Movement; movimientos|Movements; municipio|Municipality
nacionalidad nacionalidadembarc|Nationality; name nombre|Name; nameandaddress|Name and address
navegaciontrafico|Navigation; netamount|Net amount; netpayment|Net payment
netpaymenttermstype|Net payment terms; netprice|Net price; niveleducativo|Level of education
niv|VIN; nocertificado|Issuer's certificate; nocertificadosat|SAT's certificate
noautorizacion|Authorization number; noexterior numeroexterior|Street number
noidentificacion|Item no.; nointerior numerointerior|Unit number
nombancoordext|Foreign payer bank; nomquimico|Chemical name
nombreacuentaterceros|Name of the third party; nombreagentenaviero|Shipping agent
nombrealumno|Student's name; nombreaseg|Insurer; nombrecliente|Customer's name
nombrecombustible|Fuel; nombreembarc|Name of the vessel; nombreembarcador|Shipper
nombreestacion|Station; nombrefigura|Name; nombreingredienteactivo|Active ingredient
nombreremitentedestinatario|Sender or addressee; nomina|Payroll; norma|Rule
notariospublicos|Notaries public; numautorizacionnaviero|Shipping agent's authorization
numañosservicio|Years of service; numcas|CAS number; numcertitc|ITC certificate
numcertificadoorigen|Certificate of origin number; numconocembarc|Bill of lading number
numdiaspagados|Days paid; numempleado|Employee number; numestacion|Station number
numfolavisoint|Notice number; numfoldesveh|Vehicle destruction number
numfoltarjcir|Registration card number; numinstrumentonotarial|Deed number
numlicencia|Licence number; nummotor numeromotor|Engine number; numnotaria|Notary number
numoperacion|Operation number; numparcialidad|Instalment
numpedim numpedimp numpedimento numeropedimento|Pedimento number
numperlicoaut|Permit, licence or authorization; numpermisosct|SCT permit number
numpiezas|Number of pieces; numplacas|Plates; numpolizaseguro|Policy number
numprecinto|Seal number; numregidtrib|Tax ID; numregidtribembarc|Tax ID of the shipper
numregidtribfigura|Tax ID; numregsanplagcofepris|COFEPRIS registration
numseguridadsocial|Social security number; numserie numeroserie|Serial number
numtotalmercancias|Total number of goods; numviaje|Voyage number; numero number|Number
numerocertificado|Certificate number; numerocontrato|Contract number
numerocuenta numerodecuenta|Account number; numeroexportadorconfiable|Reliable exporter number
numeroguia|Waybill number; numeroguiaidentificacion|Waybill number; numeroid|ID number
numeroomi|IMO number; numeropedimentovinculado|Linked pedimento number
numeropermiso|Permit number; objetoimp|Tax object; obrasarteantiguedades|Works of art and antiques
observaciones|Remarks; ordenante|Payer; orderidentification|Order
origenerogacion|Origin of the expenditure; origenrecurso|Source of funds
otropago otrospagos|Other payments; otroscargos|Other charges
otrosimpuestospagadospedimento|Other taxes paid in the pedimento
otrostipobien|Other type of property; otrostituloadquirido|Other title
pfintegrantecoordinado|Individual member of a coordinated group; pago|Payment
pagoenespecie|Payment in kind; pagos|Payments; pais|Country
paisorigendestino|Country of origin or destination; palletinformation|Pallet
palletquantity|Pallet quantity; parcialesconstruccion|Partial construction services; parte|Parts
partetransporte partestransporte|Parts of the transport; paymenttermsevent|Payment terms event
paymenttermsrelationtime|Payment terms relation; paymenttimeperiod|Payment period
pedimento|Pedimento; pedimentos|Pedimentos; percentage porcentaje percentageperunit|Percentage
percepcion percepciones|Earnings; periodicidad|Period; periodicidadpago|Pay frequency
periodo|Period; permsct|SCT permit; permisoimportacion|Import permit
permisotempnavegacion|Temporary navigation permit; personordepartmentname|Person or department
pesobruto|Gross weight; pesobrutototal|Total gross weight
pesobrutovehicular|Gross vehicle weight (t); pesocontenedorvacio|Empty container weight
pesoenkg|Weight (kg); pesoguiaidentificacion|Waybill weight; pesoneto pesonetomercancia|Net weight
pesonetototal|Total net weight; pesotara|Tare weight; placa placaccp placavm placavmccp|Plate
polizacarga|Cargo policy; polizamedambiente|Environment policy; polizarespcivil|Liability policy
porcuentadeterceros|On behalf of third parties; porcentajetiempo|Time (%); pozo|Well; pozos|Wells
precioalotorgarse|Price when granted; preciovehusado|Price of the used vehicle
primaseguro|Insurance premium; productiondate|Production date; propietario|Owner; puesto|Position
puntal|Depth; pzaartaprod|Year of production; pzaartdim|Dimensions; pzaartnombre|Name of the work
pzaarttecn|Technique; quantitytype|Quantity type; rate tasa|Rate; rateofchange|Exchange rate
rateperunit|Rate per unit; razonsocialempimp|Importer; receptor|Bill to; nomina.receptor|Employee
referencedate|Reference date; referencia referenceidentification referencenumber|Reference
regimenaduanero regimenaduaneroccp|Customs regime; regimenesaduaneros|Customs regimes
regimenfiscal regimenfiscalacuentaterceros regimenfiscalreceptor|Tax regime
registrofiscal|Tax registry; registroistmo|Isthmus of Tehuantepec
registropatronal|Employer registration; registrosanitariofolioautorizacion|Health registration
remanentesalfav|Remaining balance; remolque remolqueccp remolques remolquesccp|Trailer
renovacionysustitucionvehiculos|Vehicle renewal and replacement
requestforpaymentidentification|Payment request
residenciafiscal residenciafiscalembarc residenciafiscalfigura|Tax residence
retencion retenciones|Withholdings; retencioneslocales|Local withholdings; rfc rfcpf|RFC (tax ID)
rfcembarcador|RFC of the shipper; rfcfigura|RFC; rfcimpo|RFC of the importer
rfcproveedor|RFC of the supplier; rfcremitentedestinatario|RFC of the sender or addressee
rfcenajenante|RFC of the seller; rfcacuentaterceros|RFC of the third party
rfcemisorctaben|RFC of the beneficiary bank; rfcemisorctaord|RFC of the payer bank
rfclabora|RFC of the workplace; rfcpago|RFC of the payment
rfcpatronorigen|RFC of the original employer; rfcprovcertif|RFC of the certification provider
riesgopuesto|Occupational risk; spei_tercero|SPEI to a third party
salariobasecotapor|Contribution base salary; salariodiariointegrado|Integrated daily salary
saldoafavor|Favourable balance; saldoalcorte|Closing balance; saldoinicial|Opening balance
sectorcofepris|COFEPRIS sector; seguros|Insurance; seller|Seller; sello|Seal
sellocfd|Digital seal of the CFDI; sellopago|Seal of the payment; sellosat|Digital seal of the SAT
separacionindemnizacion|Severance; sequencenumber|Sequence; serialshippingcontainercode|SSCC
serie|Series; settlementtype|Settlement; shipto|Ship to; shipmentdetail|Shipment
sindicalizado|Union member; specialinstruction|Instruction; specialservicestype|Special service
subactividadrelacionada|Related sub-activity; subactividades|Sub-activities
subcontratacion|Subcontracting; submodelo|Sub-model; subproductohyp|Sub-product
subtiporem subtiporemccp|Trailer subtype; subtotal|Subtotal; subdivision|Subdivision
subsidioalempleo|Employment subsidy; subsidiocausado|Subsidy accrued; sucursal|Branch; tar|TAR
tua|TUA; tarearelacionada|Related task; tareas|Tasks; tasaocuota|Rate
tasaderetencion|Rate withheld; tasadetraslado|Rate; taxamount|Tax amount; taxcategory|Tax category
taxpercentage|Tax rate; taxtypedescription|Tax type; text|Text; timbrefiscaldigital|Stamp
timeperiod|Period; timeperioddue|Due period; tipo type tipooclase|Type; tipobien|Type of property
tipocadpago|Type of payment string; tipocambio|Exchange rate
tipocambiousd|US dollar exchange rate; tipocarga|Type of load; tipocarro|Type of car
tipocombustible|Type of fuel; tipocomite|Type of committee; tipocontenedor|Type of container
tipocontrato|Type of contract; tipocuenta|Type of account; tipodecomprobante|Type of document
tipodedecreto|Type of decree; tipodeservicio|Type of service; tipodetrafico|Type of traffic
tipodeduccion|Type of deduction; tipoderechodepaso|Type of right of way
tipodocumento|Type of document; tipoembarcacion|Type of vessel; tipoerogacion|Type of expenditure
tipoestacion|Type of station; tipofactor|Type of factor; tipofigura|Type of figure
tipohoras|Type of hours; tipoid|Type of ID; tipoincapacidad|Type of leave
tipoinmueble|Type of property; tipojornada|Working day; tipomateria|Type of material
tiponomina|Type of payroll; tipooperacion|Type of operation; tipootropago|Type of payment
tipopercepcion|Type of earning; tipopermiso|Type of permit; tipoproceso|Type of process
tiporegimen|Employment regime; tiporelacion|Type of relation; tipotransito|Type of transit
tipoubicacion|Type of location; tipoveh|Type of vehicle; tiposfigura|Transport figure
tituloadquirido|Title acquired; toneladasnetascarro|Net tonnes; total totalamount|Total
totalallowancecharge|Total allowances or charges; totalcargos|Total charges
totaldeducciones|Total deductions; totalexento|Total exempt; totalgravado|Total taxable
totalimpuestosretenidos|Total taxes withheld; totalimpuestostrasladados|Total taxes
totaljubilacionpensionretiro|Total retirement pension; totallineamount|Line total
totalotrasdeducciones|Total of other deductions; totalotrospagos|Total of other payments
totalpagado|Total paid; totalparcialidad|Total of the instalment; totalpercepciones|Total earnings
totalretencionesieps|IEPS withheld; totalretencionesisr|ISR withheld
totalretencionesiva|IVA withheld; totalimpuestosretenidosdeduccion|ISR deducted
totalseparacionindemnizacion|Total severance; totalsueldos|Total wages
totaltrasladosbaseiva0|Base at IVA 0 %; totaltrasladosbaseiva16|Base at IVA 16 %
totaltrasladosbaseiva8|Base at IVA 8 %; totaltrasladosbaseivaexento|Base exempt from IVA
totaltrasladosimpuestoiva0|IVA 0 %; totaltrasladosimpuestoiva16|IVA 16 %
totaltrasladosimpuestoiva8|IVA 8 %; totalusd|Total in US dollars
totalunaexhibicion|Total in one payment; totalderetenciones|Total withheld
totaldetraslados|Total taxes; totales|Totals; tradeitemdescriptioninformation|Item description
tradeitemidentification|Item identification; tradeitemtaxamount|Rate and amount
tradeitemtaxinformation|Tax; transpinternac|International transport; transport|Transport
transporteaereo|Air transport; transporteferroviario|Rail transport
transportemaritimo|Sea transport; traslado traslados|Taxes; trasladoslocales|Local taxes
turistapasajeroextranjero|Foreign tourist; uuidcomercioext|Folio fiscal of foreign trade
ubicacion|Location; ubicaciones|Locations; ubicacionpolodestino|Destination hub
ubicacionpoloorigen|Origin hub; ultimosueldomensord|Last monthly salary; unidad|Unit of measure
unidadaduana|Customs unit; unidadpeso unidadpesomerc|Unit of weight
unidadesdearqbruto|Gross tonnage; unitofmeasure|Unit of measure; usoautorizado|Authorized use
usocfdi|Use of the CFDI; valesdedespensa|Food vouchers; valor value|Value
valordolares|Value in US dollars; valormercado|Market value; valormercancia|Value of the goods
valorunitario|Unit price; valorunitarioaduana|Unit price in US dollars; vehenaj|Vehicle sold
vehiculodestruido|Destroyed vehicle; vehiculonuvosemenajenadofabalperm|Vehicle received
vehiculousado|Used vehicle; vehiculousadoenajenadopermalfab|Used vehicle delivered
vehiculosusadosenajenadopermalfab|Used vehicles delivered; ventavehiculos|Sale of vehicles
version|Version; via|Via; viaentradasalida|Route of entry or exit; yacimiento|Deposit
yacimientos|Deposits
`

const labels: ReadonlyMap<string, string> = new Map(
  `${lines}${retenciones}`
    .trim()
    .split(/\n+|; /)
    .flatMap((line) => {
      const [names = '', label = ''] = line.split('|')
      return names.split(' ').map((name) => [name, label] as const)
    }),
)

/** Returns the English label of a name; an unknown name is split into its words. */
export function english(name: string, node: string): string {
  for (const key of [`${node}.${name}`, name, name.replace(suffix, '')]) {
    const label = labels.get(key.toLowerCase())
    if (label) return label
  }

  const words = name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|[_-]+/gu, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
