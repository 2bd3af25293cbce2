/**
 * English labels for the SAT's names in a Retenciones 2.0 and its complements, as in `english.ts`.
 * @module
 */

/** By name in small letters; several names may share a label. */
export const retenciones = `
aportacionesodepositos|Contributions or deposits; arrendamientoenfideicomiso|Lease in trust
baseret|Base of the withholding; cfdiretenrelacionados|Related document
comisiondelservicio|Commission of the service; conceptopago|Type of taxpayer; integracegresos.conceptos|Concept of the outflows
integracingresos.concepto|Concept; contratointermediacion|Brokerage contract
contribuciongubernamental|Government contribution; creditodeinstfinanc|Credit of a financial institution
curpr|CURP; cveretenc|Code of the withholding; cvetipdivoutil|Type of dividend
deducccorresp|Deductions; deduccosalidas|Deductions or outflows of the trust
descripcionconcepto|Description of the payment; descripfideicom|Purpose of the trust
descrmontotrosconceptdistr|Description of the other amounts; descretenc|Description of the withholding
descretrelpagfideic|Description of the withholdings
detallesdelservicio|Details of the service; difivaentregadoprestserv|IVA paid to the provider
dividendos|Dividends; dividoutil|Dividend or profit; domiciliofiscalr|Tax address
ejercicio|Year; enajenaciondeacciones|Sale of shares
entidaddondepagalacontribucion|State of the contribution
esbenefefectdelcobro|Beneficial owner of the payment; extranjero|Foreign; fechaexp|Date of issue
fechaserv|Date of the service; fideicomisonoempresarial|Non-business trust; folioint|Folio
formapagoserv|Form of payment of the service; ganancia|Gain; huboretirosanioinmant|Withdrawals last year
huboretirosanioinmantper|Early withdrawals last year; idfideicom|Identifier of the trust
impcontrib|Amount of the contribution; impretenidos|Withholdings; impuestoret|Tax withheld
impuestostrasladadosdelservicio|Tax; ingresosoentradas|Income or inflows
integracegresos|Composition of the outflows; integracingresos|Composition of the income
intereses|Interest; intereseshipotecarios|Mortgage interest
isrcorrespondiente|ISR of the two months; lugarexpretenc|Place of issue; mesfin|Last month
mesini|First month; montaportodep|Amount contributed or deposited
montdivacumext|Accruable foreign dividend; montdivacumnal|Accruable domestic dividend
montganacum|Accruable gain; montintnominal|Nominal interest; montintreal|Real interest
montintrealesdevenganiooinmant|Real interest earned last year; montisracrednal|Domestic ISR credit
montisracredretextranjero|ISR credit, withheld abroad; montisracredretmexico|ISR credit, withheld in Mexico
montotrosconceptdistr|Other amounts distributed; montoret|Amount withheld
montototexent|Total exempt; montototgrav|Total taxable
montototoperacion|Total of the operation; montototret monttotret|Total withheld
montperdded|Deductible loss; montresfiscdistfibras|Tax result distributed by FIBRAS
montretextdivext|Withheld abroad on foreign dividends; montretrelpagfideic|Amount of the withholdings
montotservsiva|Total of the services; montotalporusoplataforma|Charge for the use of the platform
monttotaportanioinmanterior|Contributions last year; monttotegresperiodo|Total outflows of the period
monttotentradasperiodo|Total inflows of the period; monttotexedenteanioinmant|Above the exempt amount
monttotexentretiradoanioinmant|Exempt part of the withdrawals
monttotintnominalesdev|Nominal interest accrued; monttotintnominalesdevypag|Nominal interest accrued and paid
monttotintrealpagdeduc|Deductible real interest paid; monttotpago|Prize paid
monttotpagoexent|Exempt part of the prize; monttotpagograv|Taxable part of the prize
monttotretiradoanioinmant|Withdrawals last year; monttotretiradoanioinmantper|Early withdrawals last year
nacional|Domestic; nacionalidadr|Nationality; nobeneficiario|Resident abroad
nomdenrazsocb nomdenrazsoce nomdenrazsocr|Name; nomfideicom|Name of the trust
numcontrato|Contract number; numreferencia|Number of the plan or contract
numregidtribr|Tax number in its country; numserv|Number of services
operacionesconderivados|Derivative operations; operfinancderivad|Derivative operations
pagosaextranjeros|Payments abroad; pagprovefecporfiduc|Provisional payments
paisderesidparaefecfisc|Country of tax residence; partpropacumdelfideicom|Share of the accruable income
partpropdelfideicom|Share of the deductions; perdida|Loss; planesderetiro|Retirement plans
precioservsiniva|Price of the service; premios|Prizes; propdelmonttot|Share; proporcionrem|Share
regimenfiscale|Tax regime; remanente|Remainder; rendimfideicom|Yield of the trust
retefectfideicomiso|Withholdings; rfcterceroautorizado|RFC of the authorized third party
retiroaoresretint|Withdrawals with withholding; rfce|RFC; rfcfiduciaria|RFC of the trustee; rfcr|RFC
saldoinsoluto|Outstanding balance; sectorfinanciero|Financial sector
serviciosplataformastecnologicas|Services of technology platforms
sistemafinanc sistfinanciero|Financial system; subtipserv|Subtype of service; tasacuota|Rate
tipoaportacionodeposito|Type of contribution or deposit; tipodeserv|Type of service
tipopagoret|Type of payment; tiposocdistrdiv|Company
totalisrretenido|ISR withheld by the platform; totalivaretenido|IVA withheld by the platform
totalivatrasladado|IVA transferred for the services; utilidadbimestral|Profit of two months
`
