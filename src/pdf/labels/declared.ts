/**
 * What the comments of the declarations call each member, written by `npm test -- -u`: a name, or where it has several labels its node
 * and name, or its document, node and name.
 * @module
 */
export const declared = `
AccionesOTitulos Ingresos en acciones o títulos
ActividadRelacionada Actividad petrolera
Addenda Información comercial sin efecto fiscal
Adscripcion Plaza
Amount Importe
AnioEmbarcacion Año de construcción
ApellidoMaterno Segundo apellido
ApellidoPaterno Primer apellido
AreaContractual Área contractual
AseguraCarga Aseguradora de la carga
AseguraMedAmbiente Aseguradora de daños al medio ambiente
AseguraRespCivil Aseguradora de la responsabilidad civil
Autotransporte Transporte por carretera
BaseP Total de bases de los documentos
Beneficiario.Concepto Motivo del pago
Beneficiario.Nombre Nombre de quien cobra
BienesTransp Clave del bien
CantidadAduana Cantidad en la unidad de la aduana
CantidadTransporta Reparto de la cantidad entre orígenes y destinos
CaracterísticasDeObraoPieza Seña de la pieza
CargoPorTasacion Cargo por la tasación de la carga aérea
Carro Carros del tren
CartaPorte.Domicilio.Colonia Clave de la colonia
CartaPorte.Domicilio.Estado Clave del estado
CartaPorte.Domicilio.Localidad Clave de la localidad
CartaPorte.Domicilio.Municipio Clave del municipio
CartaPorte.Domicilio.Referencia Seña
CartaPorte.Mercancias.Mercancia Bienes
CentroCostos Centros de costos
CertPago Certificado del comprobante electrónico de pago
CertificadoOrigen Certificado de origen
CfdiRelacionado Comprobantes relacionados
CfdiRelacionado.UUID Folio fiscal del comprobante relacionado
CfdiRelacionados Comprobantes
ClaveDePedimento Clave del pedimento
ClaveEntFed Entidad federativa
ClaveEntidad Clave de la entidad
ClaveEstacion Clave de la estación de servicio
ClaveHYP Producto
ClavePagoPedimentoVinculado Forma
ClavePedimentoVinculado Clave del pedimento
ClaveProdServ Clave del producto o servicio
ClaveSPEI Clave SPEI del banco
ClaveSTCC Clave STCC
CodigoCargo Código del cargo en el catálogo de la IATA
CodigoPostal Código postal
CodigoTransportista Línea aérea
ComercioExterior.Domicilio.Referencia Seña para encontrar el domicilio
ComercioExterior.Emisor Datos del emisor
ComercioExterior.Receptor Datos del receptor
CompensacionSaldosAFavor Saldo a favor
Complemento Complementos del comprobante
ComplementoConcepto Complementos del concepto
Comprobante.Descuento Total de descuentos de los conceptos
Comprobante.Fecha Fecha y hora local del lugar de expedición
Comprobante.Impuestos Resumen de los impuestos
Comprobante.Impuestos.Retenciones Impuestos
Comprobante.Impuestos.Traslados Impuestos
Comprobante.Parte.InformacionAduanera Pedimentos
Comprobante.SubTotal Total de importes de los conceptos
Comprobante.Traslado.Impuesto Clave del impuesto
Concepto.ClaveUnidad Clave de la unidad de medida
Concepto.CuentaPredial Cuentas prediales del inmueble
Concepto.InformacionAduanera Pedimentos
Concepto.NoIdentificacion Número de parte
Concepto.ValorUnitario Precio unitario
Concepto.fecha Fecha y hora del depósito
ConceptoConsumoDeCombustibles.cantidad Volumen
ConceptoConsumoDeCombustibles.fecha Fecha y hora de la compra
ConceptoConsumoDeCombustibles.rfc RFC de quien vende el combustible
ConceptoConsumoDeCombustibles.valorUnitario Precio por unidad
ConceptoEstadoDeCuentaCombustible.Cantidad Volumen
ConceptoEstadoDeCuentaCombustible.Fecha Fecha y hora de la compra
ConceptoEstadoDeCuentaCombustible.Rfc RFC de quien vende el combustible
ConceptoEstadoDeCuentaCombustible.Traslados Impuestos de la compra
ConceptoEstadoDeCuentaCombustible.Unidad Unidad de medida
ConceptoEstadoDeCuentaCombustible.ValorUnitario Precio por unidad
CondicionesDePago Condiciones comerciales del pago
CondicionesEspTransp Conservación
ConfigVehicular Configuración
ConsumoDeCombustibles.Conceptos Compras
ConsumoDeCombustibles.numeroDeCuenta Cuenta de quien adquirió los monederos
ConsumoDeCombustibles.total Total consumido
Contabilidad Contabilidades de la entidad
Contabilidad.IdContabilidad Clave de contabilidad del aspirante
Contenedor Contenedores
Contenedor.RemolquesCCP Remolques de ese vehículo
ContraprestacionPagadaOperador Contraprestación pagada al operador
CoproSocConyugalE Copropiedad o sociedad conyugal
CtaBeneficiario Cuenta o CLABE
Customs.ReferenceDate Fecha del pedimento
Customs.alternatePartyIdentification Número del pedimento
Customs.gln GLN de la aduana
Customs.nameAndAddress Aduana
CveMaterialPeligroso Clave del material peligroso
CvePIC Clave en el padrón de instituciones culturales
CvesTransporte Medio de este tramo
DatosAdquirientesCopSC Compradores
DatosEnajenantesCopSC Vendedores
DatosNotario Notario
DatosOperacion Operación
DatosUnAdquiriente Comprador
DatosUnEnajenante Vendedor
DecretoRenovVehicular Datos del decreto de renovación
DecretoSustitVehicular Datos del decreto de sustitución
Deduccion.Concepto Nombre de la deducción
Deducciones.TotalImpuestosRetenidos Total de deducciones de ISR
DeliveryNote Recibo de la mercancía
DeliveryNote.ReferenceDate Fecha del recibo
DeliveryNote.referenceIdentification Folios de recibo del comprador
DescInmueble.Estado Entidad federativa
DescInmueble.Localidad Ciudad o población
DescInmueble.Referencia Seña
DescInmuebles Los inmuebles de la escritura
DescripEmbalaje Descripción del embalaje
DescripGuiaIdentificacion Contenido del paquete
Destinatario.Domicilio Domicilios
Destinatario.NumRegIdTrib Número de identificación fiscal en su país
DetalleMercancia Pesos de la mercancía
Determinados Impuestos de la compra
DiasIncapacidad Días enteros de la incapacidad en el periodo
Dimensiones Largo
DistanciaRecorrida Kilómetros desde la ubicación anterior
DoctoRelacionado Facturas
DocumentacionAduanera Documentos
DomicilioFiscalACuentaTerceros Código postal del domicilio fiscal del tercero
DomicilioFiscalReceptor Código postal del domicilio fiscal
Entidad Entidades
EntradaSalidaMerc Entrada o salida de la mercancía
Erogacion Erogaciones
Erogacion.DocumentoRelacionado Comprobantes
EstadoDeCuentaCombustible.Conceptos Compras
EstadoDeCuentaCombustible.SubTotal Total de importes de las compras
EstadoDeCuentaCombustible.Traslado.Impuesto Impuesto trasladado
FechaFinalPago Último día del periodo
FechaHoraSalidaLlegada Fecha y hora estimadas de salida o de llegada
FechaInicialPago Primer día del periodo
FechaOperacion Fecha de la operación
FechaRegulVeh Fecha del pedimento
FechaTimbrado Fecha y hora de la certificación
FolioFiscalVinculado Folio fiscal del comprobante
FolioImpoVUCEM Folio de importación en la VUCEM
FolioOperacion Folio de la operación
FolioSolDon Folio de la solicitud de donación
Foliofiscal Folio fiscal del certificado de destrucción
FormaPago Forma de pago
GastosHidrocarburos.DocumentoRelacionado.FechaFolioFiscalVinculado Fecha del comprobante
GuiaCarro Guía del carro
GuiasIdentificacion Guías de los paquetes
HorasExtra.HorasExtra Número de horas
IDDestino IDUbicacion del destino
IDOrigen IDUbicacion del origen
IDUbicacion Clave propia del lugar
INE.IdContabilidad Clave de contabilidad del comité
IdCCP Folio del complemento
IdCCPRelacionado Carta Porte del vehículo
IdDocumento Folio fiscal
IdTransporte Identificación del transporte
IdentDocAduanero Folio del documento
IdentificacionVehicular Vehículo
Identificador Número del monedero
ImpLocRetenido Nombre del impuesto local retenido
ImpLocTrasladado Nombre del impuesto local trasladado
ImpSaldoAnt Saldo antes del pago
ImpSaldoInsoluto Saldo
ImporteExento Parte exenta
ImporteGravado Parte gravada
ImportePagado Importe pagado por ellas
ImpuestoDR Clave del impuesto
ImpuestoP Clave del impuesto
Impuestos.TotalImpuestosRetenidos Total de retenciones
InformacionFiscalTercero Domicilio fiscal del tercero
InformacionFiscalTercero.referencia Seña para encontrar el domicilio
IngresoNoAcumulable Ingreso no acumulable
Inmueble.Estado Entidad federativa
Inmueble.Localidad Ciudad o población
Inmueble.Referencia Seña
InvoiceCreator Emisor de la factura
InvoiceCreator.alternatePartyIdentification Identificación secundaria
InvoiceCreator.gln GLN de quien emite
InvoiceCreator.nameAndAddress Nombre y domicilio
JubilacionPensionRetiro Datos de una jubilación
KilometrajePagado Kilómetros pagados
LogisticUnits Unidades logísticas
LoteMedicamento Lote de fabricación
LugarExpedicion Código postal
MatriculaAeronave Matrícula de la aeronave
MatriculaCarro Matrícula o número económico del carro
MatriculaContenedor Matrícula del contenedor
Mercancia.ClaveUnidad Unidad de la cantidad
Meses Mes o bimestre
MontoIVAPedimento IVA pagado con el pedimento
MontoOperacion Valor de la operación
MontoPago Monto del pago
MontoRecursoPropio Parte
MontoRetencionISR ISR retenido en ese comprobante
MontoRetencionIVA IVA retenido en ese comprobante
MontoRetencionOtrosImpuestos Otros impuestos retenidos en ese comprobante
MontoTotalIVA IVA de ese comprobante
MontoTotalPagos Total de montos
MontocuErogacion Importe de la erogación en este comprobante
MovimientoECB Movimientos sin efecto fiscal
MovimientoECB.fecha Fecha y hora
MovimientoECBFiscal Movimientos
MovimientoECBFiscal.fecha Fecha y hora
NIV Número de identificación vehicular
NacionalidadEmbarc Bandera
NavegacionTrafico Navegación del puerto
Niv Número de identificación vehicular
NoCertificado Número de serie del certificado
NoCertificadoSAT Número del certificado del PAC
NoExterior Número exterior
NoInterior Número interior
NomBancoOrdExt Nombre del banco extranjero
NomQuimico Nombre químico de la sustancia
NombreACuentaTerceros Nombre o razón social del tercero
NombreAgenteNaviero Agente naviero consignatario
NombreCombustible Nombre del combustible
NombreEmbarc Nombre de la embarcación
NombreEmbarcador Nombre del embarcador
NombreEstacion Nombre de la estación
NombreFigura Nombre de la figura
NombreIngredienteActivo Ingrediente activo
NombreRemitenteDestinatario Nombre de quien remite o recibe
Nomina.Emisor Datos laborales del patrón
Nomina.Receptor Datos laborales de quien cobra
NumAutorizacionNaviero Autorización del agente naviero
NumAñosServicio Años de servicio
NumCAS Número CAS de la sustancia
NumCertITC Certificado internacional de arqueo
NumCertificadoOrigen Folio del certificado de origen
NumConocEmbarc Conocimiento de embarque
NumDiasPagados Días
NumEmpleado Número de empleado
NumEstacion Puerto
NumFolAvisoint Folio del aviso de intención
NumFolDesVeh Folio para la destrucción
NumFolTarjCir Folio de la tarjeta de circulación
NumInstrumentoNotarial Número del instrumento notarial
NumLicencia Licencia
NumMotor Número de motor
NumNotaria Número de la notaría
NumOperacion Número de cheque
NumParcialidad Número de la parcialidad
NumPedIm Documento aduanero
NumPedImp Documento aduanero
NumPedimento Pedimento de importación
NumPerLicoAut Permiso
NumPermisoSCT Número del permiso
NumPiezas Número de piezas
NumPlacas Placas del servicio público
NumPrecinto Precinto del contenedor
NumRegIdTribEmbarc Identificación fiscal del embarcador extranjero
NumRegIdTribFigura Identificación fiscal de la figura extranjera
NumRegSanPlagCOFEPRIS Registro sanitario del plaguicida o fertilizante
NumSeguridadSocial Número de seguridad social
NumSerie Número de serie de la carrocería
NumViaje Número de viaje
NumeroContrato Número del contrato de exploración y extracción
NumeroDeCuenta Cuenta de quien adquirió los monederos
NumeroExportadorConfiable Número de exportador confiable
NumeroGuia Guía aérea
NumeroGuiaIdentificacion Número de guía del paquete
NumeroId Número de ese documento
NumeroOMI Número de la Organización Marítima Internacional
NumeroPedimento Número del pedimento de importación
NumeroPedimentoVinculado Pedimento de importación del operador
NumeroPermiso Número del permiso
NumeroSerie Número de serie
Ordenante.Nombre Nombre de quien paga
OrigenErogacion Origen de la erogación
OrigenRecurso Origen del recurso
OtroPago.Concepto Nombre del pago
OtrosImpuestosPagadosPedimento Otros impuestos pagados con el pedimento
OtrosTipoBien Descripción del bien
OtrosTituloAdquirido Forma de adquisición
PFintegranteCoordinado.ClaveVehicular Clave vehicular del vehículo
Pago Pagos recibidos
Pago.FechaPago Fecha y hora
Pagos.Traslado.Importe Importe trasladado
Pagos.Traslado.Impuesto Clave del impuesto
Parte Partes
Parte.NoIdentificacion Número de parte
Parte.ValorUnitario Precio unitario de la parte
Parte.valorUnitario Precio unitario de la parte
ParteTransporte Parte que no es del emisor
PartesTransporte Partes del transporte
PaymentTermsRelationTime Relación del plazo con esa fecha
Pedimento Número del pedimento
Percepcion.Concepto Nombre de la percepción
PeriodicidadPago Periodicidad del pago
PermSCT Permiso de la SICT
PermisoImportacion Permiso de importación
PermisoTempNavegacion Permiso temporal de navegación
PesoBruto Peso con empaque
PesoBrutoTotal Total de pesos brutos
PesoBrutoVehicular Peso bruto vehicular permitido
PesoContenedorVacio Kilogramos del contenedor vacío
PesoEnKg Peso estimado
PesoGuiaIdentificacion Peso del paquete
PesoNeto Peso sin empaque
PesoNetoMercancia Kilogramos netos de la mercancía
PesoNetoTotal Total de pesos netos
PesoTara Peso del empaque
PlacaVMCCP Placa del vehículo
PolizaCarga Póliza de la carga
PolizaMedAmbiente Póliza de daños al medio ambiente
PolizaRespCivil Póliza de responsabilidad civil
PorCuentadeTerceros.Impuestos Impuestos de lo
PorCuentadeTerceros.Impuestos.Retenciones Impuestos
PorCuentadeTerceros.Impuestos.Traslados Impuestos
PorCuentadeTerceros.InformacionAduanera Documento aduanero de la mercancía
PorCuentadeTerceros.InformacionAduanera.fecha Fecha de expedición de ese documento
PorCuentadeTerceros.Parte.InformacionAduanera Documentos aduaneros
PorcentajeTiempo Parte del tiempo
PrecioAlOtorgarse Precio fijado al otorgarse la opción
PrimaSeguro Prima del seguro
Propietario Dueños de la mercancía
Propietario.NumRegIdTrib Número de identificación fiscal en su país
Propietario.ResidenciaFiscal País de residencia fiscal
PzaArtAProd Año
PzaArtDim Dimensiones
PzaArtNombre Nombre de la pieza
PzaArtTecn Técnica
QuantityType Piezas por empaque
RFCEmbarcador RFC del embarcador
RFCFigura RFC de la figura
RFCImpo RFC del importador
RFCPF RFC de la persona física integrante
RFCProveedor RFC del proveedor
RFCRemitenteDestinatario RFC de quien remite o recibe
RFCenajenante RFC de quien enajena
RazonSocialEmpImp Empresa
Receptor.NumRegIdTrib Número de identificación fiscal en su país
Receptor.ResidenciaFiscal País de residencia fiscal de un extranjero
RegimenFiscalACuentaTerceros Régimen fiscal del tercero
RegimenFiscalReceptor Régimen fiscal del receptor
RegistroPatronal Registro patronal ante el IMSS o el instituto
RegistroSanitarioFolioAutorizacion Registro sanitario o folio de la autorización
RemanenteSalFav Remanente por aplicar
ResidenciaFiscalEmbarc País de residencia del embarcador extranjero
ResidenciaFiscalFigura País de residencia de la figura extranjera
Retencion.Importe Importe retenido
Retencion.Impuesto Clave del impuesto
Retencion.TipoFactor Tasa o Cuota
Retencion.importe Importe retenido
RetencionDR.ImporteDR Importe retenido
RetencionDR.TipoFactorDR Tasa o Cuota
RetencionP.ImporteP Suma de lo retenido en los documentos
RetencionesLocales Impuestos locales
RetencionesLocales.Importe Importe retenido
RfcACuentaTerceros RFC del tercero
RfcEmisorCtaBen RFC del banco
RfcEmisorCtaOrd RFC del banco
RfcLabora RFC de quien recibe el trabajo
RfcPatronOrigen RFC del patrón
RfcProvCertif RFC del PAC
RiesgoPuesto Clase de riesgo del puesto ante el IMSS
SPEI_Tercero Transferencias
SalarioBaseCotApor Salario base de cotización y aportaciones
SaldoAFavor Saldo a favor determinado en el ajuste anual
SectorCOFEPRIS Sector de la COFEPRIS
Seguros Pólizas
Sello Sello digital
SelloCFD Sello del comprobante
SelloPago Sello del comprobante electrónico de pago
SelloSAT Sello del PAC sobre la cadena original del timbre
SeparacionIndemnizacion Datos de una separación
SubActividadRelacionada Subactividad
SubActividades Subactividades de la actividad
SubContratacion Subcontratación
SubModelo Submodelo
SubProductoHYP Subproducto
SubTipoRem Tipo de remolque o semirremolque
SubTipoRemCCP Tipo de remolque o semirremolque
SubsidioAlEmpleo Subsidio para el empleo
TAR Clave de la terminal de almacenamiento y reparto
TUA Tarifa de uso de aeropuerto
TasadeRetencion Tasa en por ciento
TasadeTraslado Tasa en por ciento
TimbreFiscalDigital.Leyenda Mensaje del SAT a los contribuyentes
TimbreFiscalDigital.UUID Folio fiscal
TipoCadPago Tipo de la cadena de pago
TipoCambio Pesos por unidad de la moneda
TipoCambioP Pesos por unidad de la moneda del pago el día
TipoCambioUSD Pesos por dólar de los Estados Unidos
TipoCombustible Combustible
TipoComite Comité
TipoCuenta Tipo de la cuenta
TipoDeDecreto Decreto
TipoDeTrafico Tráfico entre concesionarios
TipoDeduccion Clave de la deducción
TipoDerechoDePaso Derecho de paso
TipoDocumento Documento aduanero
TipoFigura Figura
TipoId Documento
TipoJornada Jornada
TipoOtroPago Clave del pago
TipoPercepcion Clave de la percepción
TipoProceso Proceso
TipoRegimen Régimen de contratación
TipooClase Tipo o clase
TituloAdquirido Forma de adquisición
TotalAllowanceCharge Totales de descuentos y cargos
TotalCargos Total de otros cargos
TotalDeducciones Total de deducciones
TotalDistRec Kilómetros
TotalExento Total de partes exentas
TotalGravado Total de partes gravadas
TotalImpuestosTrasladados Total de traslados
TotalJubilacionPensionRetiro Total de percepciones por jubilación
TotalOtrasDeducciones Total de deducciones que no son ISR
TotalOtrosPagos Total de otros pagos
TotalPercepciones Total de percepciones
TotalRetencionesIEPS IEPS retenido en los pagos
TotalRetencionesISR ISR retenido en los pagos
TotalRetencionesIVA IVA retenido en los pagos
TotalSeparacionIndemnizacion Total de percepciones por separación
TotalTrasladosBaseIVA0 Base de los traslados de IVA al 0 %
TotalTrasladosBaseIVA16 Base de los traslados de IVA al 16 %
TotalTrasladosBaseIVA8 Base de los traslados de IVA al 8 %
TotalTrasladosBaseIVAExento Base de los traslados exentos de IVA
TotalTrasladosImpuestoIVA0 IVA trasladado al 0 %
TotalTrasladosImpuestoIVA16 IVA trasladado al 16 %
TotalTrasladosImpuestoIVA8 IVA trasladado al 8 %
TotalUSD Suma del valor en dólares de las mercancías
TotaldeRetenciones Total de retenciones locales
TotaldeTraslados Total de traslados locales
TransporteAereo Transporte por aire
TransporteAereo.NombreAseg Aseguradora de la aeronave
TransporteAereo.NumPolizaSeguro Póliza de la aeronave
TransporteFerroviario Transporte por vía férrea
TransporteFerroviario.NombreAseg Aseguradora del traslado
TransporteFerroviario.NumPolizaSeguro Póliza de responsabilidad civil
TransporteMaritimo Transporte por mar
TransporteMaritimo.NombreAseg Aseguradora de la embarcación
TransporteMaritimo.NumPolizaSeguro Póliza de la embarcación
Traslado.importe Importe trasladado
TrasladoDR.ImporteDR Importe trasladado
TrasladoP.ImporteP Suma de lo trasladado en los documentos
TrasladosLocales Impuestos locales
TrasladosLocales.Importe Importe trasladado
Ubicacion.NumRegIdTrib Identificación fiscal en su país
Ubicacion.ResidenciaFiscal País de residencia fiscal
UbicacionPoloDestino Polo de destino
UbicacionPoloOrigen Polo de origen
Ubicaciones Lugares
UnidadAduana Unidad de la aduana
UnidadPeso Unidad del peso
UnidadPesoMerc Unidad de los pesos
ValesDeDespensa.Conceptos Depósitos
ValesDeDespensa.numeroDeCuenta Cuenta del cliente con el emisor
ValesDeDespensa.total Total de depósitos
ValorDolares Valor en dólares
ValorMercado Valor de mercado al ejercer la opción
ValorMercancia Valor de la mercancía
ValorUnitarioAduana Dólares por unidad de la aduana
VehEnaj Vehículo enajenado
VehiculoDestruido.Año Año modelo
VehiculoNuvoSemEnajenadoFabAlPerm.Año Año modelo
VehiculoUsado.InformacionAduanera Importaciones del vehículo
VehiculoUsadoEnajenadoPermAlFab.Año Año modelo
VehiculosUsadosEnajenadoPermAlFab.Año Año modelo
VentaVehiculos.ClaveVehicular Clave vehicular
VentaVehiculos.InformacionAduanera Documentos aduaneros
VentaVehiculos.InformacionAduanera.fecha Fecha de expedición de ese documento
VentaVehiculos.Parte.InformacionAduanera Documentos aduaneros
ViaEntradaSalida Medio
aditionalQuantity Cantidades adicionales
allowanceChargeType Descuento o cargo
allowanceOrChargeType Descuento o cargo
alternatePartyIdentification.type Clase de número
alternateTradeItemIdentification Otros números del artículo
alternateTradeItemIdentification.type Clase de número
amountPerUnit Importe por unidad
autRVOE Clave del centro de trabajo
buyer Comprador
buyer.gln GLN del comprador
cadenaCDA Cadena del comprobante electrónico de pago
city Ciudad
claveEstacion Clave de la estación de servicio
claveVehicular Clave vehicular
code Tema
codigoPostal Código postal
contactInformation Contacto de compras
contentVersion Versión de la guía
currency Divisas del documento
currencyFunction Función
currencyISOCode Divisa
datosTransito El pasajero y su transporte
description Descripción del empaque
description.type Tipo de empaque
detallista.AdditionalInformation Referencias
detallista.Customs Aduanas
detallista.allowanceCharge Descuentos y cargos de toda la factura
detallista.type Tipo de mensaje
discountPayment Descuento por pagar a tiempo
discountPayment.percentage Porcentaje del valor de la factura
discountType Descuento o sanción
disposicionFiscal Ley
documentStatus Estado del mensaje
documentStructureVersion Versión de la estructura
entityType Clase de documento
extendedAttributes Lotes de la mercancía
fechaAutorizacion Fecha de ese oficio
fechadeTransito Fecha y hora del arribo o de la salida
folioOperacion Folio de la operación
grossAmount Importe bruto
grossPrice Precio bruto
gtin GTIN
identificador Número del monedero
invoicedQuantity Cantidad
language Idioma de la descripción
lineItem Líneas
lineItem.AdditionalInformation Referencia adicional de la línea
lineItem.Customs Importaciones de la mercancía
lineItem.allowanceCharge Descuentos y cargos de la línea
lineItem.type Tipo de línea de detalle
localidad Ciudad o población
longText Descripción
methodOfPayment Pago del transporte
modelo Año modelo
name Nombre
netAmount Importe neto
netPayment Pago neto
netPaymentTermsType Condición
netPrice Precio neto
noAutorizacion Número del oficio
noExterior Número exterior
noIdentificacion Número de parte o de serie
noInterior Número interior
nombreAlumno Nombre del alumno
nombreCliente Titular de la cuenta
nombreCombustible Nombre del combustible
norma Artículo
numSeguridadSocial Número de seguridad social del trabajador
number Número de la línea
numeroCertificado Certificado
numeroCuenta Número de la cuenta
numeroMotor Número de motor
numeroSerie Número de serie de la carrocería
orderIdentification Pedido del comprador
orderIdentification.ReferenceDate Fecha del pedido
orderIdentification.referenceIdentification Números de pedido
palletInformation Empaque
palletQuantity Número de empaques
paymentTerms Condiciones de pago
paymentTermsEvent Inicio del plazo
paymentTimePeriod Plazo
percentagePerUnit Porcentaje por unidad
personOrDepartmentName Persona o departamento
personOrDepartmentName.text Nombre
postalCode Código postal
productionDate Fecha de producción del lote
rate Porcentaje
rate.percentage Porcentaje
rateOfChange Tipo de cambio
ratePerUnit Tarifa por unidad
referenceIdentification.type Clase de referencia
referenceNumber Número de identificación del impuesto
requestForPaymentIdentification Documento
rfcPago RFC de quien paga
saldoInicial Saldo antes del movimiento
seller Vendedor
seller.alternatePartyIdentification Número de proveedor
seller.gln GLN del vendedor
sequenceNumber Orden
serialShippingContainerCode Código seriado del contenedor de embarque
serialShippingContainerCode.type Clase de referencia
settlementType Imputación
shipTo Lugar de entrega
shipTo.gln GLN del lugar
shipTo.nameAndAddress Nombre y domicilio
shipmentDetail Embarque
specialInstruction Instrucciones
specialInstruction.text Texto
specialServicesType Motivo del descuento o cargo
streetAddressOne Calle y número
subTotal Total de importes de las compras
taxAmount Importe
taxCategory Traslado o retención
taxPercentage Tasa
taxTypeDescription Impuesto
textoLeyenda Texto de la leyenda
timePeriod Unidad
timePeriodDue Duración
tipoCombustible Combustible
totalAmount Total de las líneas
totalLineAmount Importes de la línea
tradeItemDescriptionInformation Descripción del artículo
tradeItemIdentification Artículo
tradeItemTaxInformation Impuestos de la línea
transport Transporte del empaque
unidad Unidad de medida
unitOfMeasure Unidad de medida
valor Valor según la guía EBC
value Número de días
`
