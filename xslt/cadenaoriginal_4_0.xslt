<?xml version="1.0" encoding="UTF-8"?>
<!-- Derived from the declarations in src/model. Do not edit. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:pago20="http://www.sat.gob.mx/Pagos20" xmlns:nomina12="http://www.sat.gob.mx/nomina12" xmlns:cartaporte31="http://www.sat.gob.mx/CartaPorte31" xmlns:cartaporte30="http://www.sat.gob.mx/CartaPorte30" xmlns:cartaporte20="http://www.sat.gob.mx/CartaPorte20" xmlns:cce20="http://www.sat.gob.mx/ComercioExterior20" xmlns:cce11="http://www.sat.gob.mx/ComercioExterior11" xmlns:implocal="http://www.sat.gob.mx/implocal" xmlns:donat="http://www.sat.gob.mx/donat" xmlns:divisas="http://www.sat.gob.mx/divisas" xmlns:leyendasFisc="http://www.sat.gob.mx/leyendasFiscales" xmlns:pfic="http://www.sat.gob.mx/pfic" xmlns:tpe="http://www.sat.gob.mx/TuristaPasajeroExtranjero" xmlns:iedu="http://www.sat.gob.mx/iedu" xmlns:ventavehiculos="http://www.sat.gob.mx/ventavehiculos" xmlns:ine="http://www.sat.gob.mx/ine" xmlns:detallista="http://www.sat.gob.mx/detallista" xmlns:aerolineas="http://www.sat.gob.mx/aerolineas" xmlns:notariospublicos="http://www.sat.gob.mx/notariospublicos" xmlns:vehiculousado="http://www.sat.gob.mx/vehiculousado" xmlns:servicioparcial="http://www.sat.gob.mx/servicioparcialconstruccion" xmlns:decreto="http://www.sat.gob.mx/renovacionysustitucionvehiculos" xmlns:destruccion="http://www.sat.gob.mx/certificadodestruccion" xmlns:obrasarte="http://www.sat.gob.mx/arteantiguedades" xmlns:pagoenespecie="http://www.sat.gob.mx/pagoenespecie" xmlns:valesdedespensa="http://www.sat.gob.mx/valesdedespensa" xmlns:consumodecombustibles11="http://www.sat.gob.mx/ConsumoDeCombustibles11" xmlns:ecc12="http://www.sat.gob.mx/EstadoDeCuentaCombustible12" xmlns:gceh="http://www.sat.gob.mx/GastosHidrocarburos10" xmlns:ieeh="http://www.sat.gob.mx/IngresosHidrocarburos10" xmlns:hidrocarburospetroliferos="http://www.sat.gob.mx/hidrocarburospetroliferos" xmlns:registrofiscal="http://www.sat.gob.mx/registrofiscal">
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:template match="/">
    <xsl:text>|</xsl:text>
    <xsl:apply-templates select="/cfdi:Comprobante"/>
    <xsl:text>||</xsl:text>
  </xsl:template>
  <xsl:template match="cfdi:Comprobante">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:apply-templates select="@Serie" mode="campo"/>
    <xsl:apply-templates select="@Folio" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Fecha))"/>
    <xsl:apply-templates select="@FormaPago" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NoCertificado))"/>
    <xsl:apply-templates select="@CondicionesDePago" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@SubTotal))"/>
    <xsl:apply-templates select="@Descuento" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Moneda))"/>
    <xsl:apply-templates select="@TipoCambio" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Total))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoDeComprobante))"/>
    <xsl:value-of select="concat('|', normalize-space(@Exportacion))"/>
    <xsl:apply-templates select="@MetodoPago" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@LugarExpedicion))"/>
    <xsl:apply-templates select="@Confirmacion" mode="campo"/>
    <xsl:apply-templates select="cfdi:InformacionGlobal"/>
    <xsl:apply-templates select="cfdi:CfdiRelacionados"/>
    <xsl:apply-templates select="cfdi:Emisor"/>
    <xsl:apply-templates select="cfdi:Receptor"/>
    <xsl:apply-templates select="cfdi:Conceptos"/>
    <xsl:apply-templates select="cfdi:Impuestos"/>
    <xsl:apply-templates select="cfdi:Complemento"/>
  </xsl:template>
  <xsl:template match="cfdi:InformacionGlobal">
    <xsl:value-of select="concat('|', normalize-space(@Periodicidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@Meses))"/>
    <xsl:value-of select="concat('|', normalize-space(@Año))"/>
  </xsl:template>
  <xsl:template match="cfdi:CfdiRelacionados">
    <xsl:value-of select="concat('|', normalize-space(@TipoRelacion))"/>
    <xsl:for-each select="cfdi:CfdiRelacionado">
      <xsl:value-of select="concat('|', normalize-space(@UUID))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cfdi:Emisor">
    <xsl:value-of select="concat('|', normalize-space(@Rfc))"/>
    <xsl:value-of select="concat('|', normalize-space(@Nombre))"/>
    <xsl:value-of select="concat('|', normalize-space(@RegimenFiscal))"/>
    <xsl:apply-templates select="@FacAtrAdquirente" mode="campo"/>
  </xsl:template>
  <xsl:template match="cfdi:Receptor">
    <xsl:value-of select="concat('|', normalize-space(@Rfc))"/>
    <xsl:value-of select="concat('|', normalize-space(@Nombre))"/>
    <xsl:value-of select="concat('|', normalize-space(@DomicilioFiscalReceptor))"/>
    <xsl:apply-templates select="@ResidenciaFiscal" mode="campo"/>
    <xsl:apply-templates select="@NumRegIdTrib" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@RegimenFiscalReceptor))"/>
    <xsl:value-of select="concat('|', normalize-space(@UsoCFDI))"/>
  </xsl:template>
  <xsl:template match="cfdi:Conceptos">
    <xsl:apply-templates select="cfdi:Concepto"/>
  </xsl:template>
  <xsl:template match="cfdi:Concepto">
    <xsl:value-of select="concat('|', normalize-space(@ClaveProdServ))"/>
    <xsl:apply-templates select="@NoIdentificacion" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveUnidad))"/>
    <xsl:apply-templates select="@Unidad" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Descripcion))"/>
    <xsl:value-of select="concat('|', normalize-space(@ValorUnitario))"/>
    <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
    <xsl:apply-templates select="@Descuento" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@ObjetoImp))"/>
    <xsl:for-each select="cfdi:Impuestos/cfdi:Traslados/cfdi:Traslado">
      <xsl:value-of select="concat('|', normalize-space(@Base))"/>
      <xsl:value-of select="concat('|', normalize-space(@Impuesto))"/>
      <xsl:value-of select="concat('|', normalize-space(@TipoFactor))"/>
      <xsl:apply-templates select="@TasaOCuota" mode="campo"/>
      <xsl:apply-templates select="@Importe" mode="campo"/>
    </xsl:for-each>
    <xsl:for-each select="cfdi:Impuestos/cfdi:Retenciones/cfdi:Retencion">
      <xsl:value-of select="concat('|', normalize-space(@Base))"/>
      <xsl:value-of select="concat('|', normalize-space(@Impuesto))"/>
      <xsl:value-of select="concat('|', normalize-space(@TipoFactor))"/>
      <xsl:value-of select="concat('|', normalize-space(@TasaOCuota))"/>
      <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
    </xsl:for-each>
    <xsl:apply-templates select="cfdi:ACuentaTerceros"/>
    <xsl:apply-templates select="cfdi:InformacionAduanera"/>
    <xsl:apply-templates select="cfdi:CuentaPredial"/>
    <xsl:apply-templates select="cfdi:ComplementoConcepto"/>
    <xsl:apply-templates select=".//cfdi:Parte"/>
  </xsl:template>
  <xsl:template match="cfdi:ACuentaTerceros">
    <xsl:value-of select="concat('|', normalize-space(@RfcACuentaTerceros))"/>
    <xsl:value-of select="concat('|', normalize-space(@NombreACuentaTerceros))"/>
    <xsl:value-of select="concat('|', normalize-space(@RegimenFiscalACuentaTerceros))"/>
    <xsl:value-of select="concat('|', normalize-space(@DomicilioFiscalACuentaTerceros))"/>
  </xsl:template>
  <xsl:template match="cfdi:InformacionAduanera">
    <xsl:value-of select="concat('|', normalize-space(@NumeroPedimento))"/>
  </xsl:template>
  <xsl:template match="cfdi:CuentaPredial">
    <xsl:value-of select="concat('|', normalize-space(@Numero))"/>
  </xsl:template>
  <xsl:template match="cfdi:ComplementoConcepto">
    <xsl:apply-templates select="*"/>
  </xsl:template>
  <xsl:template match="cfdi:Parte">
    <xsl:value-of select="concat('|', normalize-space(@ClaveProdServ))"/>
    <xsl:apply-templates select="@NoIdentificacion" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:apply-templates select="@Unidad" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Descripcion))"/>
    <xsl:apply-templates select="@ValorUnitario" mode="campo"/>
    <xsl:apply-templates select="@Importe" mode="campo"/>
    <xsl:apply-templates select=".//cfdi:InformacionAduanera"/>
  </xsl:template>
  <xsl:template match="cfdi:Impuestos">
    <xsl:for-each select="cfdi:Retenciones">
      <xsl:for-each select="cfdi:Retencion">
        <xsl:value-of select="concat('|', normalize-space(@Impuesto))"/>
        <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
      </xsl:for-each>
    </xsl:for-each>
    <xsl:apply-templates select="@TotalImpuestosRetenidos" mode="campo"/>
    <xsl:for-each select="cfdi:Traslados">
      <xsl:for-each select="cfdi:Traslado">
        <xsl:value-of select="concat('|', normalize-space(@Base))"/>
        <xsl:value-of select="concat('|', normalize-space(@Impuesto))"/>
        <xsl:value-of select="concat('|', normalize-space(@TipoFactor))"/>
        <xsl:apply-templates select="@TasaOCuota" mode="campo"/>
        <xsl:apply-templates select="@Importe" mode="campo"/>
      </xsl:for-each>
    </xsl:for-each>
    <xsl:apply-templates select="@TotalImpuestosTrasladados" mode="campo"/>
  </xsl:template>
  <xsl:template match="cfdi:Complemento">
    <xsl:apply-templates select="*"/>
  </xsl:template>
  <xsl:template match="pago20:Pagos">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:apply-templates select="pago20:Totales"/>
    <xsl:apply-templates select="pago20:Pago"/>
  </xsl:template>
  <xsl:template match="pago20:Totales">
    <xsl:apply-templates select="@TotalRetencionesIVA" mode="campo"/>
    <xsl:apply-templates select="@TotalRetencionesISR" mode="campo"/>
    <xsl:apply-templates select="@TotalRetencionesIEPS" mode="campo"/>
    <xsl:apply-templates select="@TotalTrasladosBaseIVA16" mode="campo"/>
    <xsl:apply-templates select="@TotalTrasladosImpuestoIVA16" mode="campo"/>
    <xsl:apply-templates select="@TotalTrasladosBaseIVA8" mode="campo"/>
    <xsl:apply-templates select="@TotalTrasladosImpuestoIVA8" mode="campo"/>
    <xsl:apply-templates select="@TotalTrasladosBaseIVA0" mode="campo"/>
    <xsl:apply-templates select="@TotalTrasladosImpuestoIVA0" mode="campo"/>
    <xsl:apply-templates select="@TotalTrasladosBaseIVAExento" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@MontoTotalPagos))"/>
  </xsl:template>
  <xsl:template match="pago20:Pago">
    <xsl:value-of select="concat('|', normalize-space(@FechaPago))"/>
    <xsl:value-of select="concat('|', normalize-space(@FormaDePagoP))"/>
    <xsl:value-of select="concat('|', normalize-space(@MonedaP))"/>
    <xsl:apply-templates select="@TipoCambioP" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Monto))"/>
    <xsl:apply-templates select="@NumOperacion" mode="campo"/>
    <xsl:apply-templates select="@RfcEmisorCtaOrd" mode="campo"/>
    <xsl:apply-templates select="@NomBancoOrdExt" mode="campo"/>
    <xsl:apply-templates select="@CtaOrdenante" mode="campo"/>
    <xsl:apply-templates select="@RfcEmisorCtaBen" mode="campo"/>
    <xsl:apply-templates select="@CtaBeneficiario" mode="campo"/>
    <xsl:apply-templates select="@TipoCadPago" mode="campo"/>
    <xsl:apply-templates select="@CertPago" mode="campo"/>
    <xsl:apply-templates select="@CadPago" mode="campo"/>
    <xsl:apply-templates select="@SelloPago" mode="campo"/>
    <xsl:apply-templates select="pago20:DoctoRelacionado"/>
    <xsl:apply-templates select="pago20:ImpuestosP"/>
  </xsl:template>
  <xsl:template match="pago20:DoctoRelacionado">
    <xsl:value-of select="concat('|', normalize-space(@IdDocumento))"/>
    <xsl:apply-templates select="@Serie" mode="campo"/>
    <xsl:apply-templates select="@Folio" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@MonedaDR))"/>
    <xsl:apply-templates select="@EquivalenciaDR" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumParcialidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@ImpSaldoAnt))"/>
    <xsl:value-of select="concat('|', normalize-space(@ImpPagado))"/>
    <xsl:value-of select="concat('|', normalize-space(@ImpSaldoInsoluto))"/>
    <xsl:value-of select="concat('|', normalize-space(@ObjetoImpDR))"/>
    <xsl:for-each select="pago20:ImpuestosDR/pago20:RetencionesDR/pago20:RetencionDR">
      <xsl:value-of select="concat('|', normalize-space(@BaseDR))"/>
      <xsl:value-of select="concat('|', normalize-space(@ImpuestoDR))"/>
      <xsl:value-of select="concat('|', normalize-space(@TipoFactorDR))"/>
      <xsl:value-of select="concat('|', normalize-space(@TasaOCuotaDR))"/>
      <xsl:value-of select="concat('|', normalize-space(@ImporteDR))"/>
    </xsl:for-each>
    <xsl:for-each select="pago20:ImpuestosDR/pago20:TrasladosDR/pago20:TrasladoDR">
      <xsl:value-of select="concat('|', normalize-space(@BaseDR))"/>
      <xsl:value-of select="concat('|', normalize-space(@ImpuestoDR))"/>
      <xsl:value-of select="concat('|', normalize-space(@TipoFactorDR))"/>
      <xsl:apply-templates select="@TasaOCuotaDR" mode="campo"/>
      <xsl:apply-templates select="@ImporteDR" mode="campo"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="pago20:ImpuestosP">
    <xsl:apply-templates select="pago20:RetencionesP"/>
    <xsl:apply-templates select="pago20:TrasladosP"/>
  </xsl:template>
  <xsl:template match="pago20:RetencionesP">
    <xsl:apply-templates select="pago20:RetencionP"/>
  </xsl:template>
  <xsl:template match="pago20:RetencionP">
    <xsl:value-of select="concat('|', normalize-space(@ImpuestoP))"/>
    <xsl:value-of select="concat('|', normalize-space(@ImporteP))"/>
  </xsl:template>
  <xsl:template match="pago20:TrasladosP">
    <xsl:apply-templates select="pago20:TrasladoP"/>
  </xsl:template>
  <xsl:template match="pago20:TrasladoP">
    <xsl:value-of select="concat('|', normalize-space(@BaseP))"/>
    <xsl:value-of select="concat('|', normalize-space(@ImpuestoP))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoFactorP))"/>
    <xsl:apply-templates select="@TasaOCuotaP" mode="campo"/>
    <xsl:apply-templates select="@ImporteP" mode="campo"/>
  </xsl:template>
  <xsl:template match="nomina12:Nomina">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoNomina))"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaPago))"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaInicialPago))"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaFinalPago))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumDiasPagados))"/>
    <xsl:apply-templates select="@TotalPercepciones" mode="campo"/>
    <xsl:apply-templates select="@TotalDeducciones" mode="campo"/>
    <xsl:apply-templates select="@TotalOtrosPagos" mode="campo"/>
    <xsl:apply-templates select="nomina12:Emisor"/>
    <xsl:apply-templates select="nomina12:Receptor"/>
    <xsl:apply-templates select="nomina12:Percepciones"/>
    <xsl:apply-templates select="nomina12:Deducciones"/>
    <xsl:apply-templates select="nomina12:OtrosPagos"/>
    <xsl:apply-templates select="nomina12:Incapacidades"/>
  </xsl:template>
  <xsl:template match="nomina12:Emisor">
    <xsl:apply-templates select="@Curp" mode="campo"/>
    <xsl:apply-templates select="@RegistroPatronal" mode="campo"/>
    <xsl:apply-templates select="@RfcPatronOrigen" mode="campo"/>
    <xsl:apply-templates select="nomina12:EntidadSNCF"/>
  </xsl:template>
  <xsl:template match="nomina12:EntidadSNCF">
    <xsl:value-of select="concat('|', normalize-space(@OrigenRecurso))"/>
    <xsl:apply-templates select="@MontoRecursoPropio" mode="campo"/>
  </xsl:template>
  <xsl:template match="nomina12:Receptor">
    <xsl:value-of select="concat('|', normalize-space(@Curp))"/>
    <xsl:apply-templates select="@NumSeguridadSocial" mode="campo"/>
    <xsl:apply-templates select="@FechaInicioRelLaboral" mode="campo"/>
    <xsl:apply-templates select="@Antigüedad" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoContrato))"/>
    <xsl:apply-templates select="@Sindicalizado" mode="campo"/>
    <xsl:apply-templates select="@TipoJornada" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoRegimen))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumEmpleado))"/>
    <xsl:apply-templates select="@Departamento" mode="campo"/>
    <xsl:apply-templates select="@Puesto" mode="campo"/>
    <xsl:apply-templates select="@RiesgoPuesto" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@PeriodicidadPago))"/>
    <xsl:apply-templates select="@Banco" mode="campo"/>
    <xsl:apply-templates select="@CuentaBancaria" mode="campo"/>
    <xsl:apply-templates select="@SalarioBaseCotApor" mode="campo"/>
    <xsl:apply-templates select="@SalarioDiarioIntegrado" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveEntFed))"/>
    <xsl:apply-templates select="nomina12:SubContratacion"/>
  </xsl:template>
  <xsl:template match="nomina12:SubContratacion">
    <xsl:value-of select="concat('|', normalize-space(@RfcLabora))"/>
    <xsl:value-of select="concat('|', normalize-space(@PorcentajeTiempo))"/>
  </xsl:template>
  <xsl:template match="nomina12:Percepciones">
    <xsl:apply-templates select="@TotalSueldos" mode="campo"/>
    <xsl:apply-templates select="@TotalSeparacionIndemnizacion" mode="campo"/>
    <xsl:apply-templates select="@TotalJubilacionPensionRetiro" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TotalGravado))"/>
    <xsl:value-of select="concat('|', normalize-space(@TotalExento))"/>
    <xsl:apply-templates select="nomina12:Percepcion"/>
    <xsl:apply-templates select="nomina12:JubilacionPensionRetiro"/>
    <xsl:apply-templates select="nomina12:SeparacionIndemnizacion"/>
  </xsl:template>
  <xsl:template match="nomina12:Percepcion">
    <xsl:value-of select="concat('|', normalize-space(@TipoPercepcion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Clave))"/>
    <xsl:value-of select="concat('|', normalize-space(@Concepto))"/>
    <xsl:value-of select="concat('|', normalize-space(@ImporteGravado))"/>
    <xsl:value-of select="concat('|', normalize-space(@ImporteExento))"/>
    <xsl:apply-templates select="nomina12:AccionesOTitulos"/>
    <xsl:apply-templates select="nomina12:HorasExtra"/>
  </xsl:template>
  <xsl:template match="nomina12:AccionesOTitulos">
    <xsl:value-of select="concat('|', normalize-space(@ValorMercado))"/>
    <xsl:value-of select="concat('|', normalize-space(@PrecioAlOtorgarse))"/>
  </xsl:template>
  <xsl:template match="nomina12:HorasExtra">
    <xsl:value-of select="concat('|', normalize-space(@Dias))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoHoras))"/>
    <xsl:value-of select="concat('|', normalize-space(@HorasExtra))"/>
    <xsl:value-of select="concat('|', normalize-space(@ImportePagado))"/>
  </xsl:template>
  <xsl:template match="nomina12:JubilacionPensionRetiro">
    <xsl:apply-templates select="@TotalUnaExhibicion" mode="campo"/>
    <xsl:apply-templates select="@TotalParcialidad" mode="campo"/>
    <xsl:apply-templates select="@MontoDiario" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@IngresoAcumulable))"/>
    <xsl:value-of select="concat('|', normalize-space(@IngresoNoAcumulable))"/>
  </xsl:template>
  <xsl:template match="nomina12:SeparacionIndemnizacion">
    <xsl:value-of select="concat('|', normalize-space(@TotalPagado))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumAñosServicio))"/>
    <xsl:value-of select="concat('|', normalize-space(@UltimoSueldoMensOrd))"/>
    <xsl:value-of select="concat('|', normalize-space(@IngresoAcumulable))"/>
    <xsl:value-of select="concat('|', normalize-space(@IngresoNoAcumulable))"/>
  </xsl:template>
  <xsl:template match="nomina12:Deducciones">
    <xsl:apply-templates select="@TotalOtrasDeducciones" mode="campo"/>
    <xsl:apply-templates select="@TotalImpuestosRetenidos" mode="campo"/>
    <xsl:apply-templates select="nomina12:Deduccion"/>
  </xsl:template>
  <xsl:template match="nomina12:Deduccion">
    <xsl:value-of select="concat('|', normalize-space(@TipoDeduccion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Clave))"/>
    <xsl:value-of select="concat('|', normalize-space(@Concepto))"/>
    <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
  </xsl:template>
  <xsl:template match="nomina12:OtrosPagos">
    <xsl:apply-templates select="nomina12:OtroPago"/>
  </xsl:template>
  <xsl:template match="nomina12:OtroPago">
    <xsl:value-of select="concat('|', normalize-space(@TipoOtroPago))"/>
    <xsl:value-of select="concat('|', normalize-space(@Clave))"/>
    <xsl:value-of select="concat('|', normalize-space(@Concepto))"/>
    <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
    <xsl:apply-templates select="nomina12:SubsidioAlEmpleo"/>
    <xsl:apply-templates select="nomina12:CompensacionSaldosAFavor"/>
  </xsl:template>
  <xsl:template match="nomina12:SubsidioAlEmpleo">
    <xsl:value-of select="concat('|', normalize-space(@SubsidioCausado))"/>
  </xsl:template>
  <xsl:template match="nomina12:CompensacionSaldosAFavor">
    <xsl:value-of select="concat('|', normalize-space(@SaldoAFavor))"/>
    <xsl:value-of select="concat('|', normalize-space(@Año))"/>
    <xsl:value-of select="concat('|', normalize-space(@RemanenteSalFav))"/>
  </xsl:template>
  <xsl:template match="nomina12:Incapacidades">
    <xsl:apply-templates select="nomina12:Incapacidad"/>
  </xsl:template>
  <xsl:template match="nomina12:Incapacidad">
    <xsl:value-of select="concat('|', normalize-space(@DiasIncapacidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoIncapacidad))"/>
    <xsl:apply-templates select="@ImporteMonetario" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte31:CartaPorte">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@IdCCP))"/>
    <xsl:value-of select="concat('|', normalize-space(@TranspInternac))"/>
    <xsl:apply-templates select="@EntradaSalidaMerc" mode="campo"/>
    <xsl:apply-templates select="@PaisOrigenDestino" mode="campo"/>
    <xsl:apply-templates select="@ViaEntradaSalida" mode="campo"/>
    <xsl:apply-templates select="@TotalDistRec" mode="campo"/>
    <xsl:apply-templates select="@RegistroISTMO" mode="campo"/>
    <xsl:apply-templates select="@UbicacionPoloOrigen" mode="campo"/>
    <xsl:apply-templates select="@UbicacionPoloDestino" mode="campo"/>
    <xsl:apply-templates select="cartaporte31:RegimenesAduaneros"/>
    <xsl:apply-templates select="cartaporte31:Ubicaciones"/>
    <xsl:apply-templates select="cartaporte31:Mercancias"/>
    <xsl:apply-templates select="cartaporte31:FiguraTransporte"/>
  </xsl:template>
  <xsl:template match="cartaporte31:RegimenesAduaneros">
    <xsl:apply-templates select="cartaporte31:RegimenAduaneroCCP"/>
  </xsl:template>
  <xsl:template match="cartaporte31:RegimenAduaneroCCP">
    <xsl:value-of select="concat('|', normalize-space(@RegimenAduanero))"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Ubicaciones">
    <xsl:apply-templates select="cartaporte31:Ubicacion"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Ubicacion">
    <xsl:value-of select="concat('|', normalize-space(@TipoUbicacion))"/>
    <xsl:apply-templates select="@IDUbicacion" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@RFCRemitenteDestinatario))"/>
    <xsl:apply-templates select="@NombreRemitenteDestinatario" mode="campo"/>
    <xsl:apply-templates select="@NumRegIdTrib" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscal" mode="campo"/>
    <xsl:apply-templates select="@NumEstacion" mode="campo"/>
    <xsl:apply-templates select="@NombreEstacion" mode="campo"/>
    <xsl:apply-templates select="@NavegacionTrafico" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaHoraSalidaLlegada))"/>
    <xsl:apply-templates select="@TipoEstacion" mode="campo"/>
    <xsl:apply-templates select="@DistanciaRecorrida" mode="campo"/>
    <xsl:for-each select="cartaporte31:Domicilio">
      <xsl:apply-templates select="@Calle" mode="campo"/>
      <xsl:apply-templates select="@NumeroExterior" mode="campo"/>
      <xsl:apply-templates select="@NumeroInterior" mode="campo"/>
      <xsl:apply-templates select="@Colonia" mode="campo"/>
      <xsl:apply-templates select="@Localidad" mode="campo"/>
      <xsl:apply-templates select="@Referencia" mode="campo"/>
      <xsl:apply-templates select="@Municipio" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
      <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
      <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte31:Mercancias">
    <xsl:value-of select="concat('|', normalize-space(@PesoBrutoTotal))"/>
    <xsl:value-of select="concat('|', normalize-space(@UnidadPeso))"/>
    <xsl:apply-templates select="@PesoNetoTotal" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumTotalMercancias))"/>
    <xsl:apply-templates select="@CargoPorTasacion" mode="campo"/>
    <xsl:apply-templates select="@LogisticaInversaRecoleccionDevolucion" mode="campo"/>
    <xsl:apply-templates select="cartaporte31:Mercancia"/>
    <xsl:apply-templates select="cartaporte31:Autotransporte"/>
    <xsl:apply-templates select="cartaporte31:TransporteMaritimo"/>
    <xsl:apply-templates select="cartaporte31:TransporteAereo"/>
    <xsl:apply-templates select="cartaporte31:TransporteFerroviario"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Mercancia">
    <xsl:value-of select="concat('|', normalize-space(@BienesTransp))"/>
    <xsl:apply-templates select="@ClaveSTCC" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Descripcion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveUnidad))"/>
    <xsl:apply-templates select="@Unidad" mode="campo"/>
    <xsl:apply-templates select="@Dimensiones" mode="campo"/>
    <xsl:apply-templates select="@MaterialPeligroso" mode="campo"/>
    <xsl:apply-templates select="@CveMaterialPeligroso" mode="campo"/>
    <xsl:apply-templates select="@Embalaje" mode="campo"/>
    <xsl:apply-templates select="@DescripEmbalaje" mode="campo"/>
    <xsl:apply-templates select="@SectorCOFEPRIS" mode="campo"/>
    <xsl:apply-templates select="@NombreIngredienteActivo" mode="campo"/>
    <xsl:apply-templates select="@NomQuimico" mode="campo"/>
    <xsl:apply-templates select="@DenominacionGenericaProd" mode="campo"/>
    <xsl:apply-templates select="@DenominacionDistintivaProd" mode="campo"/>
    <xsl:apply-templates select="@Fabricante" mode="campo"/>
    <xsl:apply-templates select="@FechaCaducidad" mode="campo"/>
    <xsl:apply-templates select="@LoteMedicamento" mode="campo"/>
    <xsl:apply-templates select="@FormaFarmaceutica" mode="campo"/>
    <xsl:apply-templates select="@CondicionesEspTransp" mode="campo"/>
    <xsl:apply-templates select="@RegistroSanitarioFolioAutorizacion" mode="campo"/>
    <xsl:apply-templates select="@PermisoImportacion" mode="campo"/>
    <xsl:apply-templates select="@FolioImpoVUCEM" mode="campo"/>
    <xsl:apply-templates select="@NumCAS" mode="campo"/>
    <xsl:apply-templates select="@RazonSocialEmpImp" mode="campo"/>
    <xsl:apply-templates select="@NumRegSanPlagCOFEPRIS" mode="campo"/>
    <xsl:apply-templates select="@DatosFabricante" mode="campo"/>
    <xsl:apply-templates select="@DatosFormulador" mode="campo"/>
    <xsl:apply-templates select="@DatosMaquilador" mode="campo"/>
    <xsl:apply-templates select="@UsoAutorizado" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoEnKg))"/>
    <xsl:apply-templates select="@ValorMercancia" mode="campo"/>
    <xsl:apply-templates select="@Moneda" mode="campo"/>
    <xsl:apply-templates select="@FraccionArancelaria" mode="campo"/>
    <xsl:apply-templates select="@UUIDComercioExt" mode="campo"/>
    <xsl:apply-templates select="@TipoMateria" mode="campo"/>
    <xsl:apply-templates select="@DescripcionMateria" mode="campo"/>
    <xsl:apply-templates select="cartaporte31:DocumentacionAduanera"/>
    <xsl:apply-templates select="cartaporte31:GuiasIdentificacion"/>
    <xsl:apply-templates select="cartaporte31:CantidadTransporta"/>
    <xsl:apply-templates select="cartaporte31:DetalleMercancia"/>
  </xsl:template>
  <xsl:template match="cartaporte31:DocumentacionAduanera">
    <xsl:value-of select="concat('|', normalize-space(@TipoDocumento))"/>
    <xsl:apply-templates select="@NumPedimento" mode="campo"/>
    <xsl:apply-templates select="@IdentDocAduanero" mode="campo"/>
    <xsl:apply-templates select="@RFCImpo" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte31:GuiasIdentificacion">
    <xsl:value-of select="concat('|', normalize-space(@NumeroGuiaIdentificacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@DescripGuiaIdentificacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoGuiaIdentificacion))"/>
  </xsl:template>
  <xsl:template match="cartaporte31:CantidadTransporta">
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@IDOrigen))"/>
    <xsl:value-of select="concat('|', normalize-space(@IDDestino))"/>
    <xsl:apply-templates select="@CvesTransporte" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte31:DetalleMercancia">
    <xsl:value-of select="concat('|', normalize-space(@UnidadPesoMerc))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoBruto))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoNeto))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoTara))"/>
    <xsl:apply-templates select="@NumPiezas" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Autotransporte">
    <xsl:value-of select="concat('|', normalize-space(@PermSCT))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPermisoSCT))"/>
    <xsl:apply-templates select="cartaporte31:IdentificacionVehicular"/>
    <xsl:apply-templates select="cartaporte31:Seguros"/>
    <xsl:apply-templates select="cartaporte31:Remolques"/>
  </xsl:template>
  <xsl:template match="cartaporte31:IdentificacionVehicular">
    <xsl:value-of select="concat('|', normalize-space(@ConfigVehicular))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoBrutoVehicular))"/>
    <xsl:value-of select="concat('|', normalize-space(@PlacaVM))"/>
    <xsl:value-of select="concat('|', normalize-space(@AnioModeloVM))"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Seguros">
    <xsl:value-of select="concat('|', normalize-space(@AseguraRespCivil))"/>
    <xsl:value-of select="concat('|', normalize-space(@PolizaRespCivil))"/>
    <xsl:apply-templates select="@AseguraMedAmbiente" mode="campo"/>
    <xsl:apply-templates select="@PolizaMedAmbiente" mode="campo"/>
    <xsl:apply-templates select="@AseguraCarga" mode="campo"/>
    <xsl:apply-templates select="@PolizaCarga" mode="campo"/>
    <xsl:apply-templates select="@PrimaSeguro" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Remolques">
    <xsl:apply-templates select="cartaporte31:Remolque"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Remolque">
    <xsl:value-of select="concat('|', normalize-space(@SubTipoRem))"/>
    <xsl:value-of select="concat('|', normalize-space(@Placa))"/>
  </xsl:template>
  <xsl:template match="cartaporte31:TransporteMaritimo">
    <xsl:apply-templates select="@PermSCT" mode="campo"/>
    <xsl:apply-templates select="@NumPermisoSCT" mode="campo"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoEmbarcacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Matricula))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroOMI))"/>
    <xsl:apply-templates select="@AnioEmbarcacion" mode="campo"/>
    <xsl:apply-templates select="@NombreEmbarc" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NacionalidadEmbarc))"/>
    <xsl:value-of select="concat('|', normalize-space(@UnidadesDeArqBruto))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoCarga))"/>
    <xsl:apply-templates select="@Eslora" mode="campo"/>
    <xsl:apply-templates select="@Manga" mode="campo"/>
    <xsl:apply-templates select="@Calado" mode="campo"/>
    <xsl:apply-templates select="@Puntal" mode="campo"/>
    <xsl:apply-templates select="@LineaNaviera" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NombreAgenteNaviero))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumAutorizacionNaviero))"/>
    <xsl:apply-templates select="@NumViaje" mode="campo"/>
    <xsl:apply-templates select="@NumConocEmbarc" mode="campo"/>
    <xsl:apply-templates select="@PermisoTempNavegacion" mode="campo"/>
    <xsl:apply-templates select="cartaporte31:Contenedor"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Contenedor">
    <xsl:value-of select="concat('|', normalize-space(@TipoContenedor))"/>
    <xsl:apply-templates select="@MatriculaContenedor" mode="campo"/>
    <xsl:apply-templates select="@NumPrecinto" mode="campo"/>
    <xsl:apply-templates select="@IdCCPRelacionado" mode="campo"/>
    <xsl:apply-templates select="@PlacaVMCCP" mode="campo"/>
    <xsl:apply-templates select="@FechaCertificacionCCP" mode="campo"/>
    <xsl:apply-templates select="cartaporte31:RemolquesCCP"/>
  </xsl:template>
  <xsl:template match="cartaporte31:RemolquesCCP">
    <xsl:apply-templates select="cartaporte31:RemolqueCCP"/>
  </xsl:template>
  <xsl:template match="cartaporte31:RemolqueCCP">
    <xsl:value-of select="concat('|', normalize-space(@SubTipoRemCCP))"/>
    <xsl:value-of select="concat('|', normalize-space(@PlacaCCP))"/>
  </xsl:template>
  <xsl:template match="cartaporte31:TransporteAereo">
    <xsl:value-of select="concat('|', normalize-space(@PermSCT))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPermisoSCT))"/>
    <xsl:apply-templates select="@MatriculaAeronave" mode="campo"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroGuia))"/>
    <xsl:apply-templates select="@LugarContrato" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@CodigoTransportista))"/>
    <xsl:apply-templates select="@RFCEmbarcador" mode="campo"/>
    <xsl:apply-templates select="@NumRegIdTribEmbarc" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscalEmbarc" mode="campo"/>
    <xsl:apply-templates select="@NombreEmbarcador" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte31:TransporteFerroviario">
    <xsl:value-of select="concat('|', normalize-space(@TipoDeServicio))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoDeTrafico))"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:apply-templates select="cartaporte31:DerechosDePaso"/>
    <xsl:apply-templates select="cartaporte31:Carro"/>
  </xsl:template>
  <xsl:template match="cartaporte31:DerechosDePaso">
    <xsl:value-of select="concat('|', normalize-space(@TipoDerechoDePaso))"/>
    <xsl:value-of select="concat('|', normalize-space(@KilometrajePagado))"/>
  </xsl:template>
  <xsl:template match="cartaporte31:Carro">
    <xsl:value-of select="concat('|', normalize-space(@TipoCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@MatriculaCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@GuiaCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@ToneladasNetasCarro))"/>
    <xsl:for-each select="cartaporte31:Contenedor">
      <xsl:value-of select="concat('|', normalize-space(@TipoContenedor))"/>
      <xsl:value-of select="concat('|', normalize-space(@PesoContenedorVacio))"/>
      <xsl:value-of select="concat('|', normalize-space(@PesoNetoMercancia))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte31:FiguraTransporte">
    <xsl:apply-templates select="cartaporte31:TiposFigura"/>
  </xsl:template>
  <xsl:template match="cartaporte31:TiposFigura">
    <xsl:value-of select="concat('|', normalize-space(@TipoFigura))"/>
    <xsl:apply-templates select="@RFCFigura" mode="campo"/>
    <xsl:apply-templates select="@NumLicencia" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NombreFigura))"/>
    <xsl:apply-templates select="@NumRegIdTribFigura" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscalFigura" mode="campo"/>
    <xsl:apply-templates select="cartaporte31:PartesTransporte"/>
    <xsl:for-each select="cartaporte31:Domicilio">
      <xsl:apply-templates select="@Calle" mode="campo"/>
      <xsl:apply-templates select="@NumeroExterior" mode="campo"/>
      <xsl:apply-templates select="@NumeroInterior" mode="campo"/>
      <xsl:apply-templates select="@Colonia" mode="campo"/>
      <xsl:apply-templates select="@Localidad" mode="campo"/>
      <xsl:apply-templates select="@Referencia" mode="campo"/>
      <xsl:apply-templates select="@Municipio" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
      <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
      <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte31:PartesTransporte">
    <xsl:value-of select="concat('|', normalize-space(@ParteTransporte))"/>
  </xsl:template>
  <xsl:template match="cartaporte30:CartaPorte">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@IdCCP))"/>
    <xsl:value-of select="concat('|', normalize-space(@TranspInternac))"/>
    <xsl:apply-templates select="@RegimenAduanero" mode="campo"/>
    <xsl:apply-templates select="@EntradaSalidaMerc" mode="campo"/>
    <xsl:apply-templates select="@PaisOrigenDestino" mode="campo"/>
    <xsl:apply-templates select="@ViaEntradaSalida" mode="campo"/>
    <xsl:apply-templates select="@TotalDistRec" mode="campo"/>
    <xsl:apply-templates select="@RegistroISTMO" mode="campo"/>
    <xsl:apply-templates select="@UbicacionPoloOrigen" mode="campo"/>
    <xsl:apply-templates select="@UbicacionPoloDestino" mode="campo"/>
    <xsl:apply-templates select="cartaporte30:Ubicaciones"/>
    <xsl:apply-templates select="cartaporte30:Mercancias"/>
    <xsl:apply-templates select="cartaporte30:FiguraTransporte"/>
  </xsl:template>
  <xsl:template match="cartaporte30:Ubicaciones">
    <xsl:apply-templates select="cartaporte30:Ubicacion"/>
  </xsl:template>
  <xsl:template match="cartaporte30:Ubicacion">
    <xsl:value-of select="concat('|', normalize-space(@TipoUbicacion))"/>
    <xsl:apply-templates select="@IDUbicacion" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@RFCRemitenteDestinatario))"/>
    <xsl:apply-templates select="@NombreRemitenteDestinatario" mode="campo"/>
    <xsl:apply-templates select="@NumRegIdTrib" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscal" mode="campo"/>
    <xsl:apply-templates select="@NumEstacion" mode="campo"/>
    <xsl:apply-templates select="@NombreEstacion" mode="campo"/>
    <xsl:apply-templates select="@NavegacionTrafico" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaHoraSalidaLlegada))"/>
    <xsl:apply-templates select="@TipoEstacion" mode="campo"/>
    <xsl:apply-templates select="@DistanciaRecorrida" mode="campo"/>
    <xsl:for-each select="cartaporte30:Domicilio">
      <xsl:apply-templates select="@Calle" mode="campo"/>
      <xsl:apply-templates select="@NumeroExterior" mode="campo"/>
      <xsl:apply-templates select="@NumeroInterior" mode="campo"/>
      <xsl:apply-templates select="@Colonia" mode="campo"/>
      <xsl:apply-templates select="@Localidad" mode="campo"/>
      <xsl:apply-templates select="@Referencia" mode="campo"/>
      <xsl:apply-templates select="@Municipio" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
      <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
      <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte30:Mercancias">
    <xsl:value-of select="concat('|', normalize-space(@PesoBrutoTotal))"/>
    <xsl:value-of select="concat('|', normalize-space(@UnidadPeso))"/>
    <xsl:apply-templates select="@PesoNetoTotal" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumTotalMercancias))"/>
    <xsl:apply-templates select="@CargoPorTasacion" mode="campo"/>
    <xsl:apply-templates select="@LogisticaInversaRecoleccionDevolucion" mode="campo"/>
    <xsl:apply-templates select="cartaporte30:Mercancia"/>
    <xsl:apply-templates select="cartaporte30:Autotransporte"/>
    <xsl:apply-templates select="cartaporte30:TransporteMaritimo"/>
    <xsl:apply-templates select="cartaporte30:TransporteAereo"/>
    <xsl:apply-templates select="cartaporte30:TransporteFerroviario"/>
  </xsl:template>
  <xsl:template match="cartaporte30:Mercancia">
    <xsl:value-of select="concat('|', normalize-space(@BienesTransp))"/>
    <xsl:apply-templates select="@ClaveSTCC" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Descripcion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveUnidad))"/>
    <xsl:apply-templates select="@Unidad" mode="campo"/>
    <xsl:apply-templates select="@Dimensiones" mode="campo"/>
    <xsl:apply-templates select="@MaterialPeligroso" mode="campo"/>
    <xsl:apply-templates select="@CveMaterialPeligroso" mode="campo"/>
    <xsl:apply-templates select="@Embalaje" mode="campo"/>
    <xsl:apply-templates select="@DescripEmbalaje" mode="campo"/>
    <xsl:apply-templates select="@SectorCOFEPRIS" mode="campo"/>
    <xsl:apply-templates select="@NombreIngredienteActivo" mode="campo"/>
    <xsl:apply-templates select="@NomQuimico" mode="campo"/>
    <xsl:apply-templates select="@DenominacionGenericaProd" mode="campo"/>
    <xsl:apply-templates select="@DenominacionDistintivaProd" mode="campo"/>
    <xsl:apply-templates select="@Fabricante" mode="campo"/>
    <xsl:apply-templates select="@FechaCaducidad" mode="campo"/>
    <xsl:apply-templates select="@LoteMedicamento" mode="campo"/>
    <xsl:apply-templates select="@FormaFarmaceutica" mode="campo"/>
    <xsl:apply-templates select="@CondicionesEspTransp" mode="campo"/>
    <xsl:apply-templates select="@RegistroSanitarioFolioAutorizacion" mode="campo"/>
    <xsl:apply-templates select="@PermisoImportacion" mode="campo"/>
    <xsl:apply-templates select="@FolioImpoVUCEM" mode="campo"/>
    <xsl:apply-templates select="@NumCAS" mode="campo"/>
    <xsl:apply-templates select="@RazonSocialEmpImp" mode="campo"/>
    <xsl:apply-templates select="@NumRegSanPlagCOFEPRIS" mode="campo"/>
    <xsl:apply-templates select="@DatosFabricante" mode="campo"/>
    <xsl:apply-templates select="@DatosFormulador" mode="campo"/>
    <xsl:apply-templates select="@DatosMaquilador" mode="campo"/>
    <xsl:apply-templates select="@UsoAutorizado" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoEnKg))"/>
    <xsl:apply-templates select="@ValorMercancia" mode="campo"/>
    <xsl:apply-templates select="@Moneda" mode="campo"/>
    <xsl:apply-templates select="@FraccionArancelaria" mode="campo"/>
    <xsl:apply-templates select="@UUIDComercioExt" mode="campo"/>
    <xsl:apply-templates select="@TipoMateria" mode="campo"/>
    <xsl:apply-templates select="@DescripcionMateria" mode="campo"/>
    <xsl:apply-templates select="cartaporte30:DocumentacionAduanera"/>
    <xsl:apply-templates select="cartaporte30:GuiasIdentificacion"/>
    <xsl:apply-templates select="cartaporte30:CantidadTransporta"/>
    <xsl:apply-templates select="cartaporte30:DetalleMercancia"/>
  </xsl:template>
  <xsl:template match="cartaporte30:DocumentacionAduanera">
    <xsl:value-of select="concat('|', normalize-space(@TipoDocumento))"/>
    <xsl:apply-templates select="@NumPedimento" mode="campo"/>
    <xsl:apply-templates select="@IdentDocAduanero" mode="campo"/>
    <xsl:apply-templates select="@RFCImpo" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte30:GuiasIdentificacion">
    <xsl:value-of select="concat('|', normalize-space(@NumeroGuiaIdentificacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@DescripGuiaIdentificacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoGuiaIdentificacion))"/>
  </xsl:template>
  <xsl:template match="cartaporte30:CantidadTransporta">
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@IDOrigen))"/>
    <xsl:value-of select="concat('|', normalize-space(@IDDestino))"/>
    <xsl:apply-templates select="@CvesTransporte" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte30:DetalleMercancia">
    <xsl:value-of select="concat('|', normalize-space(@UnidadPesoMerc))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoBruto))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoNeto))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoTara))"/>
    <xsl:apply-templates select="@NumPiezas" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte30:Autotransporte">
    <xsl:value-of select="concat('|', normalize-space(@PermSCT))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPermisoSCT))"/>
    <xsl:apply-templates select="cartaporte30:IdentificacionVehicular"/>
    <xsl:apply-templates select="cartaporte30:Seguros"/>
    <xsl:apply-templates select="cartaporte30:Remolques"/>
  </xsl:template>
  <xsl:template match="cartaporte30:IdentificacionVehicular">
    <xsl:value-of select="concat('|', normalize-space(@ConfigVehicular))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoBrutoVehicular))"/>
    <xsl:value-of select="concat('|', normalize-space(@PlacaVM))"/>
    <xsl:value-of select="concat('|', normalize-space(@AnioModeloVM))"/>
  </xsl:template>
  <xsl:template match="cartaporte30:Seguros">
    <xsl:value-of select="concat('|', normalize-space(@AseguraRespCivil))"/>
    <xsl:value-of select="concat('|', normalize-space(@PolizaRespCivil))"/>
    <xsl:apply-templates select="@AseguraMedAmbiente" mode="campo"/>
    <xsl:apply-templates select="@PolizaMedAmbiente" mode="campo"/>
    <xsl:apply-templates select="@AseguraCarga" mode="campo"/>
    <xsl:apply-templates select="@PolizaCarga" mode="campo"/>
    <xsl:apply-templates select="@PrimaSeguro" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte30:Remolques">
    <xsl:apply-templates select="cartaporte30:Remolque"/>
  </xsl:template>
  <xsl:template match="cartaporte30:Remolque">
    <xsl:value-of select="concat('|', normalize-space(@SubTipoRem))"/>
    <xsl:value-of select="concat('|', normalize-space(@Placa))"/>
  </xsl:template>
  <xsl:template match="cartaporte30:TransporteMaritimo">
    <xsl:apply-templates select="@PermSCT" mode="campo"/>
    <xsl:apply-templates select="@NumPermisoSCT" mode="campo"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoEmbarcacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Matricula))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroOMI))"/>
    <xsl:apply-templates select="@AnioEmbarcacion" mode="campo"/>
    <xsl:apply-templates select="@NombreEmbarc" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NacionalidadEmbarc))"/>
    <xsl:value-of select="concat('|', normalize-space(@UnidadesDeArqBruto))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoCarga))"/>
    <xsl:apply-templates select="@Eslora" mode="campo"/>
    <xsl:apply-templates select="@Manga" mode="campo"/>
    <xsl:apply-templates select="@Calado" mode="campo"/>
    <xsl:apply-templates select="@Puntal" mode="campo"/>
    <xsl:apply-templates select="@LineaNaviera" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NombreAgenteNaviero))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumAutorizacionNaviero))"/>
    <xsl:apply-templates select="@NumViaje" mode="campo"/>
    <xsl:apply-templates select="@NumConocEmbarc" mode="campo"/>
    <xsl:apply-templates select="@PermisoTempNavegacion" mode="campo"/>
    <xsl:for-each select="cartaporte30:Contenedor">
      <xsl:value-of select="concat('|', normalize-space(@TipoContenedor))"/>
      <xsl:apply-templates select="@MatriculaContenedor" mode="campo"/>
      <xsl:apply-templates select="@NumPrecinto" mode="campo"/>
      <xsl:apply-templates select="@IdCCPRelacionado" mode="campo"/>
      <xsl:apply-templates select="@PlacaVMCCP" mode="campo"/>
      <xsl:apply-templates select="@FechaCertificacionCCP" mode="campo"/>
    </xsl:for-each>
    <xsl:apply-templates select="cartaporte30:RemolquesCCP"/>
  </xsl:template>
  <xsl:template match="cartaporte30:RemolquesCCP">
    <xsl:apply-templates select="cartaporte30:RemolqueCCP"/>
  </xsl:template>
  <xsl:template match="cartaporte30:RemolqueCCP">
    <xsl:value-of select="concat('|', normalize-space(@SubTipoRemCCP))"/>
    <xsl:value-of select="concat('|', normalize-space(@PlacaCCP))"/>
  </xsl:template>
  <xsl:template match="cartaporte30:TransporteAereo">
    <xsl:value-of select="concat('|', normalize-space(@PermSCT))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPermisoSCT))"/>
    <xsl:apply-templates select="@MatriculaAeronave" mode="campo"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroGuia))"/>
    <xsl:apply-templates select="@LugarContrato" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@CodigoTransportista))"/>
    <xsl:apply-templates select="@RFCEmbarcador" mode="campo"/>
    <xsl:apply-templates select="@NumRegIdTribEmbarc" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscalEmbarc" mode="campo"/>
    <xsl:apply-templates select="@NombreEmbarcador" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte30:TransporteFerroviario">
    <xsl:value-of select="concat('|', normalize-space(@TipoDeServicio))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoDeTrafico))"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:apply-templates select="cartaporte30:DerechosDePaso"/>
    <xsl:apply-templates select="cartaporte30:Carro"/>
  </xsl:template>
  <xsl:template match="cartaporte30:DerechosDePaso">
    <xsl:value-of select="concat('|', normalize-space(@TipoDerechoDePaso))"/>
    <xsl:value-of select="concat('|', normalize-space(@KilometrajePagado))"/>
  </xsl:template>
  <xsl:template match="cartaporte30:Carro">
    <xsl:value-of select="concat('|', normalize-space(@TipoCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@MatriculaCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@GuiaCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@ToneladasNetasCarro))"/>
    <xsl:for-each select="cartaporte30:Contenedor">
      <xsl:value-of select="concat('|', normalize-space(@TipoContenedor))"/>
      <xsl:value-of select="concat('|', normalize-space(@PesoContenedorVacio))"/>
      <xsl:value-of select="concat('|', normalize-space(@PesoNetoMercancia))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte30:FiguraTransporte">
    <xsl:apply-templates select="cartaporte30:TiposFigura"/>
  </xsl:template>
  <xsl:template match="cartaporte30:TiposFigura">
    <xsl:value-of select="concat('|', normalize-space(@TipoFigura))"/>
    <xsl:apply-templates select="@RFCFigura" mode="campo"/>
    <xsl:apply-templates select="@NumLicencia" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NombreFigura))"/>
    <xsl:apply-templates select="@NumRegIdTribFigura" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscalFigura" mode="campo"/>
    <xsl:apply-templates select="cartaporte30:PartesTransporte"/>
    <xsl:for-each select="cartaporte30:Domicilio">
      <xsl:apply-templates select="@Calle" mode="campo"/>
      <xsl:apply-templates select="@NumeroExterior" mode="campo"/>
      <xsl:apply-templates select="@NumeroInterior" mode="campo"/>
      <xsl:apply-templates select="@Colonia" mode="campo"/>
      <xsl:apply-templates select="@Localidad" mode="campo"/>
      <xsl:apply-templates select="@Referencia" mode="campo"/>
      <xsl:apply-templates select="@Municipio" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
      <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
      <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte30:PartesTransporte">
    <xsl:value-of select="concat('|', normalize-space(@ParteTransporte))"/>
  </xsl:template>
  <xsl:template match="cartaporte20:CartaPorte">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TranspInternac))"/>
    <xsl:apply-templates select="@EntradaSalidaMerc" mode="campo"/>
    <xsl:apply-templates select="@PaisOrigenDestino" mode="campo"/>
    <xsl:apply-templates select="@ViaEntradaSalida" mode="campo"/>
    <xsl:apply-templates select="@TotalDistRec" mode="campo"/>
    <xsl:apply-templates select="cartaporte20:Ubicaciones"/>
    <xsl:apply-templates select="cartaporte20:Mercancias"/>
    <xsl:apply-templates select="cartaporte20:FiguraTransporte"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Ubicaciones">
    <xsl:apply-templates select="cartaporte20:Ubicacion"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Ubicacion">
    <xsl:value-of select="concat('|', normalize-space(@TipoUbicacion))"/>
    <xsl:apply-templates select="@IDUbicacion" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@RFCRemitenteDestinatario))"/>
    <xsl:apply-templates select="@NombreRemitenteDestinatario" mode="campo"/>
    <xsl:apply-templates select="@NumRegIdTrib" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscal" mode="campo"/>
    <xsl:apply-templates select="@NumEstacion" mode="campo"/>
    <xsl:apply-templates select="@NombreEstacion" mode="campo"/>
    <xsl:apply-templates select="@NavegacionTrafico" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaHoraSalidaLlegada))"/>
    <xsl:apply-templates select="@TipoEstacion" mode="campo"/>
    <xsl:apply-templates select="@DistanciaRecorrida" mode="campo"/>
    <xsl:for-each select="cartaporte20:Domicilio">
      <xsl:apply-templates select="@Calle" mode="campo"/>
      <xsl:apply-templates select="@NumeroExterior" mode="campo"/>
      <xsl:apply-templates select="@NumeroInterior" mode="campo"/>
      <xsl:apply-templates select="@Colonia" mode="campo"/>
      <xsl:apply-templates select="@Localidad" mode="campo"/>
      <xsl:apply-templates select="@Referencia" mode="campo"/>
      <xsl:apply-templates select="@Municipio" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
      <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
      <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte20:Mercancias">
    <xsl:value-of select="concat('|', normalize-space(@PesoBrutoTotal))"/>
    <xsl:value-of select="concat('|', normalize-space(@UnidadPeso))"/>
    <xsl:apply-templates select="@PesoNetoTotal" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumTotalMercancias))"/>
    <xsl:apply-templates select="@CargoPorTasacion" mode="campo"/>
    <xsl:apply-templates select="cartaporte20:Mercancia"/>
    <xsl:apply-templates select="cartaporte20:Autotransporte"/>
    <xsl:apply-templates select="cartaporte20:TransporteMaritimo"/>
    <xsl:apply-templates select="cartaporte20:TransporteAereo"/>
    <xsl:apply-templates select="cartaporte20:TransporteFerroviario"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Mercancia">
    <xsl:value-of select="concat('|', normalize-space(@BienesTransp))"/>
    <xsl:apply-templates select="@ClaveSTCC" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Descripcion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveUnidad))"/>
    <xsl:apply-templates select="@Unidad" mode="campo"/>
    <xsl:apply-templates select="@Dimensiones" mode="campo"/>
    <xsl:apply-templates select="@MaterialPeligroso" mode="campo"/>
    <xsl:apply-templates select="@CveMaterialPeligroso" mode="campo"/>
    <xsl:apply-templates select="@Embalaje" mode="campo"/>
    <xsl:apply-templates select="@DescripEmbalaje" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoEnKg))"/>
    <xsl:apply-templates select="@ValorMercancia" mode="campo"/>
    <xsl:apply-templates select="@Moneda" mode="campo"/>
    <xsl:apply-templates select="@FraccionArancelaria" mode="campo"/>
    <xsl:apply-templates select="@UUIDComercioExt" mode="campo"/>
    <xsl:apply-templates select="cartaporte20:Pedimentos"/>
    <xsl:apply-templates select="cartaporte20:GuiasIdentificacion"/>
    <xsl:apply-templates select="cartaporte20:CantidadTransporta"/>
    <xsl:apply-templates select="cartaporte20:DetalleMercancia"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Pedimentos">
    <xsl:value-of select="concat('|', normalize-space(@Pedimento))"/>
  </xsl:template>
  <xsl:template match="cartaporte20:GuiasIdentificacion">
    <xsl:value-of select="concat('|', normalize-space(@NumeroGuiaIdentificacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@DescripGuiaIdentificacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoGuiaIdentificacion))"/>
  </xsl:template>
  <xsl:template match="cartaporte20:CantidadTransporta">
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@IDOrigen))"/>
    <xsl:value-of select="concat('|', normalize-space(@IDDestino))"/>
    <xsl:apply-templates select="@CvesTransporte" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte20:DetalleMercancia">
    <xsl:value-of select="concat('|', normalize-space(@UnidadPesoMerc))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoBruto))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoNeto))"/>
    <xsl:value-of select="concat('|', normalize-space(@PesoTara))"/>
    <xsl:apply-templates select="@NumPiezas" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Autotransporte">
    <xsl:value-of select="concat('|', normalize-space(@PermSCT))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPermisoSCT))"/>
    <xsl:apply-templates select="cartaporte20:IdentificacionVehicular"/>
    <xsl:apply-templates select="cartaporte20:Seguros"/>
    <xsl:apply-templates select="cartaporte20:Remolques"/>
  </xsl:template>
  <xsl:template match="cartaporte20:IdentificacionVehicular">
    <xsl:value-of select="concat('|', normalize-space(@ConfigVehicular))"/>
    <xsl:value-of select="concat('|', normalize-space(@PlacaVM))"/>
    <xsl:value-of select="concat('|', normalize-space(@AnioModeloVM))"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Seguros">
    <xsl:value-of select="concat('|', normalize-space(@AseguraRespCivil))"/>
    <xsl:value-of select="concat('|', normalize-space(@PolizaRespCivil))"/>
    <xsl:apply-templates select="@AseguraMedAmbiente" mode="campo"/>
    <xsl:apply-templates select="@PolizaMedAmbiente" mode="campo"/>
    <xsl:apply-templates select="@AseguraCarga" mode="campo"/>
    <xsl:apply-templates select="@PolizaCarga" mode="campo"/>
    <xsl:apply-templates select="@PrimaSeguro" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Remolques">
    <xsl:apply-templates select="cartaporte20:Remolque"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Remolque">
    <xsl:value-of select="concat('|', normalize-space(@SubTipoRem))"/>
    <xsl:value-of select="concat('|', normalize-space(@Placa))"/>
  </xsl:template>
  <xsl:template match="cartaporte20:TransporteMaritimo">
    <xsl:apply-templates select="@PermSCT" mode="campo"/>
    <xsl:apply-templates select="@NumPermisoSCT" mode="campo"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoEmbarcacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Matricula))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroOMI))"/>
    <xsl:apply-templates select="@AnioEmbarcacion" mode="campo"/>
    <xsl:apply-templates select="@NombreEmbarc" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NacionalidadEmbarc))"/>
    <xsl:value-of select="concat('|', normalize-space(@UnidadesDeArqBruto))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoCarga))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumCertITC))"/>
    <xsl:apply-templates select="@Eslora" mode="campo"/>
    <xsl:apply-templates select="@Manga" mode="campo"/>
    <xsl:apply-templates select="@Calado" mode="campo"/>
    <xsl:apply-templates select="@LineaNaviera" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NombreAgenteNaviero))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumAutorizacionNaviero))"/>
    <xsl:apply-templates select="@NumViaje" mode="campo"/>
    <xsl:apply-templates select="@NumConocEmbarc" mode="campo"/>
    <xsl:for-each select="cartaporte20:Contenedor">
      <xsl:value-of select="concat('|', normalize-space(@MatriculaContenedor))"/>
      <xsl:value-of select="concat('|', normalize-space(@TipoContenedor))"/>
      <xsl:apply-templates select="@NumPrecinto" mode="campo"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte20:TransporteAereo">
    <xsl:value-of select="concat('|', normalize-space(@PermSCT))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPermisoSCT))"/>
    <xsl:apply-templates select="@MatriculaAeronave" mode="campo"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroGuia))"/>
    <xsl:apply-templates select="@LugarContrato" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@CodigoTransportista))"/>
    <xsl:apply-templates select="@RFCEmbarcador" mode="campo"/>
    <xsl:apply-templates select="@NumRegIdTribEmbarc" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscalEmbarc" mode="campo"/>
    <xsl:apply-templates select="@NombreEmbarcador" mode="campo"/>
  </xsl:template>
  <xsl:template match="cartaporte20:TransporteFerroviario">
    <xsl:value-of select="concat('|', normalize-space(@TipoDeServicio))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoDeTrafico))"/>
    <xsl:apply-templates select="@NombreAseg" mode="campo"/>
    <xsl:apply-templates select="@NumPolizaSeguro" mode="campo"/>
    <xsl:apply-templates select="cartaporte20:DerechosDePaso"/>
    <xsl:apply-templates select="cartaporte20:Carro"/>
  </xsl:template>
  <xsl:template match="cartaporte20:DerechosDePaso">
    <xsl:value-of select="concat('|', normalize-space(@TipoDerechoDePaso))"/>
    <xsl:value-of select="concat('|', normalize-space(@KilometrajePagado))"/>
  </xsl:template>
  <xsl:template match="cartaporte20:Carro">
    <xsl:value-of select="concat('|', normalize-space(@TipoCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@MatriculaCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@GuiaCarro))"/>
    <xsl:value-of select="concat('|', normalize-space(@ToneladasNetasCarro))"/>
    <xsl:for-each select="cartaporte20:Contenedor">
      <xsl:value-of select="concat('|', normalize-space(@TipoContenedor))"/>
      <xsl:value-of select="concat('|', normalize-space(@PesoContenedorVacio))"/>
      <xsl:value-of select="concat('|', normalize-space(@PesoNetoMercancia))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte20:FiguraTransporte">
    <xsl:apply-templates select="cartaporte20:TiposFigura"/>
  </xsl:template>
  <xsl:template match="cartaporte20:TiposFigura">
    <xsl:value-of select="concat('|', normalize-space(@TipoFigura))"/>
    <xsl:apply-templates select="@RFCFigura" mode="campo"/>
    <xsl:apply-templates select="@NumLicencia" mode="campo"/>
    <xsl:apply-templates select="@NombreFigura" mode="campo"/>
    <xsl:apply-templates select="@NumRegIdTribFigura" mode="campo"/>
    <xsl:apply-templates select="@ResidenciaFiscalFigura" mode="campo"/>
    <xsl:apply-templates select="cartaporte20:PartesTransporte"/>
    <xsl:for-each select="cartaporte20:Domicilio">
      <xsl:apply-templates select="@Calle" mode="campo"/>
      <xsl:apply-templates select="@NumeroExterior" mode="campo"/>
      <xsl:apply-templates select="@NumeroInterior" mode="campo"/>
      <xsl:apply-templates select="@Colonia" mode="campo"/>
      <xsl:apply-templates select="@Localidad" mode="campo"/>
      <xsl:apply-templates select="@Referencia" mode="campo"/>
      <xsl:apply-templates select="@Municipio" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
      <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
      <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="cartaporte20:PartesTransporte">
    <xsl:value-of select="concat('|', normalize-space(@ParteTransporte))"/>
  </xsl:template>
  <xsl:template match="cce20:ComercioExterior">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:apply-templates select="@MotivoTraslado" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveDePedimento))"/>
    <xsl:value-of select="concat('|', normalize-space(@CertificadoOrigen))"/>
    <xsl:apply-templates select="@NumCertificadoOrigen" mode="campo"/>
    <xsl:apply-templates select="@NumeroExportadorConfiable" mode="campo"/>
    <xsl:apply-templates select="@Incoterm" mode="campo"/>
    <xsl:apply-templates select="@Observaciones" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoCambioUSD))"/>
    <xsl:value-of select="concat('|', normalize-space(@TotalUSD))"/>
    <xsl:apply-templates select="cce20:Emisor"/>
    <xsl:apply-templates select="cce20:Propietario"/>
    <xsl:apply-templates select="cce20:Receptor"/>
    <xsl:apply-templates select="cce20:Destinatario"/>
    <xsl:apply-templates select="cce20:Mercancias"/>
  </xsl:template>
  <xsl:template match="cce20:Emisor">
    <xsl:apply-templates select="@Curp" mode="campo"/>
    <xsl:apply-templates select="cce20:Domicilio"/>
  </xsl:template>
  <xsl:template match="cce20:Domicilio">
    <xsl:value-of select="concat('|', normalize-space(@Calle))"/>
    <xsl:apply-templates select="@NumeroExterior" mode="campo"/>
    <xsl:apply-templates select="@NumeroInterior" mode="campo"/>
    <xsl:apply-templates select="@Colonia" mode="campo"/>
    <xsl:apply-templates select="@Localidad" mode="campo"/>
    <xsl:apply-templates select="@Referencia" mode="campo"/>
    <xsl:apply-templates select="@Municipio" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
    <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
    <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
  </xsl:template>
  <xsl:template match="cce20:Propietario">
    <xsl:value-of select="concat('|', normalize-space(@NumRegIdTrib))"/>
    <xsl:value-of select="concat('|', normalize-space(@ResidenciaFiscal))"/>
  </xsl:template>
  <xsl:template match="cce20:Receptor">
    <xsl:apply-templates select="@NumRegIdTrib" mode="campo"/>
    <xsl:apply-templates select="cce20:Domicilio"/>
  </xsl:template>
  <xsl:template match="cce20:Destinatario">
    <xsl:apply-templates select="@NumRegIdTrib" mode="campo"/>
    <xsl:apply-templates select="@Nombre" mode="campo"/>
    <xsl:apply-templates select="cce20:Domicilio"/>
  </xsl:template>
  <xsl:template match="cce20:Mercancias">
    <xsl:apply-templates select="cce20:Mercancia"/>
  </xsl:template>
  <xsl:template match="cce20:Mercancia">
    <xsl:value-of select="concat('|', normalize-space(@NoIdentificacion))"/>
    <xsl:apply-templates select="@FraccionArancelaria" mode="campo"/>
    <xsl:apply-templates select="@CantidadAduana" mode="campo"/>
    <xsl:apply-templates select="@UnidadAduana" mode="campo"/>
    <xsl:apply-templates select="@ValorUnitarioAduana" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@ValorDolares))"/>
    <xsl:apply-templates select="cce20:DescripcionesEspecificas"/>
  </xsl:template>
  <xsl:template match="cce20:DescripcionesEspecificas">
    <xsl:value-of select="concat('|', normalize-space(@Marca))"/>
    <xsl:apply-templates select="@Modelo" mode="campo"/>
    <xsl:apply-templates select="@SubModelo" mode="campo"/>
    <xsl:apply-templates select="@NumeroSerie" mode="campo"/>
  </xsl:template>
  <xsl:template match="cce11:ComercioExterior">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:apply-templates select="@MotivoTraslado" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoOperacion))"/>
    <xsl:apply-templates select="@ClaveDePedimento" mode="campo"/>
    <xsl:apply-templates select="@CertificadoOrigen" mode="campo"/>
    <xsl:apply-templates select="@NumCertificadoOrigen" mode="campo"/>
    <xsl:apply-templates select="@NumeroExportadorConfiable" mode="campo"/>
    <xsl:apply-templates select="@Incoterm" mode="campo"/>
    <xsl:apply-templates select="@Subdivision" mode="campo"/>
    <xsl:apply-templates select="@Observaciones" mode="campo"/>
    <xsl:apply-templates select="@TipoCambioUSD" mode="campo"/>
    <xsl:apply-templates select="@TotalUSD" mode="campo"/>
    <xsl:apply-templates select="cce11:Emisor"/>
    <xsl:apply-templates select="cce11:Propietario"/>
    <xsl:apply-templates select="cce11:Receptor"/>
    <xsl:apply-templates select="cce11:Destinatario"/>
    <xsl:apply-templates select="cce11:Mercancias"/>
  </xsl:template>
  <xsl:template match="cce11:Emisor">
    <xsl:apply-templates select="@Curp" mode="campo"/>
    <xsl:apply-templates select="cce11:Domicilio"/>
  </xsl:template>
  <xsl:template match="cce11:Domicilio">
    <xsl:value-of select="concat('|', normalize-space(@Calle))"/>
    <xsl:apply-templates select="@NumeroExterior" mode="campo"/>
    <xsl:apply-templates select="@NumeroInterior" mode="campo"/>
    <xsl:apply-templates select="@Colonia" mode="campo"/>
    <xsl:apply-templates select="@Localidad" mode="campo"/>
    <xsl:apply-templates select="@Referencia" mode="campo"/>
    <xsl:apply-templates select="@Municipio" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
    <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
    <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
  </xsl:template>
  <xsl:template match="cce11:Propietario">
    <xsl:value-of select="concat('|', normalize-space(@NumRegIdTrib))"/>
    <xsl:value-of select="concat('|', normalize-space(@ResidenciaFiscal))"/>
  </xsl:template>
  <xsl:template match="cce11:Receptor">
    <xsl:apply-templates select="@NumRegIdTrib" mode="campo"/>
    <xsl:apply-templates select="cce11:Domicilio"/>
  </xsl:template>
  <xsl:template match="cce11:Destinatario">
    <xsl:apply-templates select="@NumRegIdTrib" mode="campo"/>
    <xsl:apply-templates select="@Nombre" mode="campo"/>
    <xsl:apply-templates select="cce11:Domicilio"/>
  </xsl:template>
  <xsl:template match="cce11:Mercancias">
    <xsl:apply-templates select="cce11:Mercancia"/>
  </xsl:template>
  <xsl:template match="cce11:Mercancia">
    <xsl:value-of select="concat('|', normalize-space(@NoIdentificacion))"/>
    <xsl:apply-templates select="@FraccionArancelaria" mode="campo"/>
    <xsl:apply-templates select="@CantidadAduana" mode="campo"/>
    <xsl:apply-templates select="@UnidadAduana" mode="campo"/>
    <xsl:apply-templates select="@ValorUnitarioAduana" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@ValorDolares))"/>
    <xsl:apply-templates select="cce11:DescripcionesEspecificas"/>
  </xsl:template>
  <xsl:template match="cce11:DescripcionesEspecificas">
    <xsl:value-of select="concat('|', normalize-space(@Marca))"/>
    <xsl:apply-templates select="@Modelo" mode="campo"/>
    <xsl:apply-templates select="@SubModelo" mode="campo"/>
    <xsl:apply-templates select="@NumeroSerie" mode="campo"/>
  </xsl:template>
  <xsl:template match="implocal:ImpuestosLocales">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TotaldeRetenciones))"/>
    <xsl:value-of select="concat('|', normalize-space(@TotaldeTraslados))"/>
    <xsl:for-each select="implocal:RetencionesLocales">
      <xsl:value-of select="concat('|', normalize-space(@ImpLocRetenido))"/>
      <xsl:value-of select="concat('|', normalize-space(@TasadeRetencion))"/>
      <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
    </xsl:for-each>
    <xsl:for-each select="implocal:TrasladosLocales">
      <xsl:value-of select="concat('|', normalize-space(@ImpLocTrasladado))"/>
      <xsl:value-of select="concat('|', normalize-space(@TasadeTraslado))"/>
      <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="donat:Donatarias">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@noAutorizacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@fechaAutorizacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@leyenda))"/>
  </xsl:template>
  <xsl:template match="divisas:Divisas">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@tipoOperacion))"/>
  </xsl:template>
  <xsl:template match="leyendasFisc:LeyendasFiscales">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:apply-templates select="leyendasFisc:Leyenda"/>
  </xsl:template>
  <xsl:template match="leyendasFisc:Leyenda">
    <xsl:apply-templates select="@disposicionFiscal" mode="campo"/>
    <xsl:apply-templates select="@norma" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@textoLeyenda))"/>
  </xsl:template>
  <xsl:template match="pfic:PFintegranteCoordinado">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveVehicular))"/>
    <xsl:value-of select="concat('|', normalize-space(@Placa))"/>
    <xsl:apply-templates select="@RFCPF" mode="campo"/>
  </xsl:template>
  <xsl:template match="tpe:TuristaPasajeroExtranjero">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@fechadeTransito))"/>
    <xsl:value-of select="concat('|', normalize-space(@tipoTransito))"/>
    <xsl:apply-templates select="tpe:datosTransito"/>
  </xsl:template>
  <xsl:template match="tpe:datosTransito">
    <xsl:value-of select="concat('|', normalize-space(@Via))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoId))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroId))"/>
    <xsl:value-of select="concat('|', normalize-space(@Nacionalidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@EmpresaTransporte))"/>
    <xsl:apply-templates select="@IdTransporte" mode="campo"/>
  </xsl:template>
  <xsl:template match="iedu:instEducativas">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@nombreAlumno))"/>
    <xsl:value-of select="concat('|', normalize-space(@CURP))"/>
    <xsl:value-of select="concat('|', normalize-space(@nivelEducativo))"/>
    <xsl:value-of select="concat('|', normalize-space(@autRVOE))"/>
    <xsl:apply-templates select="@rfcPago" mode="campo"/>
  </xsl:template>
  <xsl:template match="ventavehiculos:VentaVehiculos">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveVehicular))"/>
    <xsl:if test="@version='1.1'">
      <xsl:value-of select="concat('|', normalize-space(@Niv))"/>
    </xsl:if>
    <xsl:apply-templates select=".//ventavehiculos:InformacionAduanera"/>
  </xsl:template>
  <xsl:template match="ventavehiculos:InformacionAduanera">
    <xsl:value-of select="concat('|', normalize-space(@numero))"/>
    <xsl:value-of select="concat('|', normalize-space(@fecha))"/>
    <xsl:apply-templates select="@aduana" mode="campo"/>
  </xsl:template>
  <xsl:template match="ine:INE">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoProceso))"/>
    <xsl:apply-templates select="@TipoComite" mode="campo"/>
    <xsl:apply-templates select="@IdContabilidad" mode="campo"/>
    <xsl:apply-templates select="ine:Entidad"/>
  </xsl:template>
  <xsl:template match="ine:Entidad">
    <xsl:value-of select="concat('|', normalize-space(@ClaveEntidad))"/>
    <xsl:apply-templates select="@Ambito" mode="campo"/>
    <xsl:apply-templates select="ine:Contabilidad"/>
  </xsl:template>
  <xsl:template match="ine:Contabilidad">
    <xsl:value-of select="concat('|', normalize-space(@IdContabilidad))"/>
  </xsl:template>
  <xsl:template match="detallista:detallista">
    <xsl:value-of select="concat('|', normalize-space(@documentStructureVersion))"/>
    <xsl:for-each select="detallista:orderIdentification/detallista:referenceIdentification">
      <xsl:value-of select="concat('|', normalize-space(.))"/>
    </xsl:for-each>
    <xsl:for-each select="(detallista:orderIdentification/detallista:ReferenceDate)[1]">
      <xsl:value-of select="concat('|', normalize-space(.))"/>
    </xsl:for-each>
    <xsl:for-each select="(detallista:buyer/detallista:gln)[1]">
      <xsl:value-of select="concat('|', normalize-space(.))"/>
    </xsl:for-each>
    <xsl:if test="not(detallista:buyer/detallista:gln)">
      <xsl:text>|</xsl:text>
    </xsl:if>
    <xsl:for-each select="(detallista:seller/detallista:gln)[1]">
      <xsl:value-of select="concat('|', normalize-space(.))"/>
    </xsl:for-each>
    <xsl:if test="not(detallista:seller/detallista:gln)">
      <xsl:text>|</xsl:text>
    </xsl:if>
    <xsl:for-each select="(detallista:seller/detallista:alternatePartyIdentification)[1]">
      <xsl:value-of select="concat('|', normalize-space(.))"/>
    </xsl:for-each>
    <xsl:if test="not(detallista:seller/detallista:alternatePartyIdentification)">
      <xsl:text>|</xsl:text>
    </xsl:if>
    <xsl:for-each select="(detallista:totalAmount/detallista:Amount)[1]">
      <xsl:value-of select="concat('|', normalize-space(.))"/>
    </xsl:for-each>
    <xsl:if test="not(detallista:totalAmount/detallista:Amount)">
      <xsl:text>|</xsl:text>
    </xsl:if>
    <xsl:for-each select="detallista:TotalAllowanceCharge/detallista:specialServicesType">
      <xsl:value-of select="concat('|', normalize-space(.))"/>
    </xsl:for-each>
    <xsl:for-each select="detallista:TotalAllowanceCharge/detallista:Amount">
      <xsl:value-of select="concat('|', normalize-space(.))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="aerolineas:Aerolineas">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TUA))"/>
    <xsl:apply-templates select="aerolineas:OtrosCargos"/>
  </xsl:template>
  <xsl:template match="aerolineas:OtrosCargos">
    <xsl:value-of select="concat('|', normalize-space(@TotalCargos))"/>
    <xsl:apply-templates select="aerolineas:Cargo"/>
  </xsl:template>
  <xsl:template match="aerolineas:Cargo">
    <xsl:value-of select="concat('|', normalize-space(@CodigoCargo))"/>
    <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
  </xsl:template>
  <xsl:template match="notariospublicos:NotariosPublicos">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:apply-templates select="notariospublicos:DescInmuebles"/>
    <xsl:apply-templates select="notariospublicos:DatosOperacion"/>
    <xsl:apply-templates select="notariospublicos:DatosNotario"/>
    <xsl:apply-templates select="notariospublicos:DatosEnajenante"/>
    <xsl:apply-templates select="notariospublicos:DatosAdquiriente"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DescInmuebles">
    <xsl:apply-templates select="notariospublicos:DescInmueble"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DescInmueble">
    <xsl:value-of select="concat('|', normalize-space(@TipoInmueble))"/>
    <xsl:value-of select="concat('|', normalize-space(@Calle))"/>
    <xsl:apply-templates select="@NoExterior" mode="campo"/>
    <xsl:apply-templates select="@NoInterior" mode="campo"/>
    <xsl:apply-templates select="@Colonia" mode="campo"/>
    <xsl:apply-templates select="@Localidad" mode="campo"/>
    <xsl:apply-templates select="@Referencia" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Municipio))"/>
    <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
    <xsl:value-of select="concat('|', normalize-space(@Pais))"/>
    <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosOperacion">
    <xsl:value-of select="concat('|', normalize-space(@NumInstrumentoNotarial))"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaInstNotarial))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontoOperacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Subtotal))"/>
    <xsl:value-of select="concat('|', normalize-space(@IVA))"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosNotario">
    <xsl:value-of select="concat('|', normalize-space(@CURP))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumNotaria))"/>
    <xsl:value-of select="concat('|', normalize-space(@EntidadFederativa))"/>
    <xsl:apply-templates select="@Adscripcion" mode="campo"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosEnajenante">
    <xsl:value-of select="concat('|', normalize-space(@CoproSocConyugalE))"/>
    <xsl:apply-templates select="notariospublicos:DatosUnEnajenante"/>
    <xsl:apply-templates select="notariospublicos:DatosEnajenantesCopSC"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosUnEnajenante">
    <xsl:value-of select="concat('|', normalize-space(@Nombre))"/>
    <xsl:value-of select="concat('|', normalize-space(@ApellidoPaterno))"/>
    <xsl:apply-templates select="@ApellidoMaterno" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@RFC))"/>
    <xsl:value-of select="concat('|', normalize-space(@CURP))"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosEnajenantesCopSC">
    <xsl:apply-templates select="notariospublicos:DatosEnajenanteCopSC"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosEnajenanteCopSC">
    <xsl:value-of select="concat('|', normalize-space(@Nombre))"/>
    <xsl:apply-templates select="@ApellidoPaterno" mode="campo"/>
    <xsl:apply-templates select="@ApellidoMaterno" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@RFC))"/>
    <xsl:apply-templates select="@CURP" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Porcentaje))"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosAdquiriente">
    <xsl:value-of select="concat('|', normalize-space(@CoproSocConyugalE))"/>
    <xsl:apply-templates select="notariospublicos:DatosUnAdquiriente"/>
    <xsl:apply-templates select="notariospublicos:DatosAdquirientesCopSC"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosUnAdquiriente">
    <xsl:value-of select="concat('|', normalize-space(@Nombre))"/>
    <xsl:apply-templates select="@ApellidoPaterno" mode="campo"/>
    <xsl:apply-templates select="@ApellidoMaterno" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@RFC))"/>
    <xsl:apply-templates select="@CURP" mode="campo"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosAdquirientesCopSC">
    <xsl:apply-templates select="notariospublicos:DatosAdquirienteCopSC"/>
  </xsl:template>
  <xsl:template match="notariospublicos:DatosAdquirienteCopSC">
    <xsl:value-of select="concat('|', normalize-space(@Nombre))"/>
    <xsl:apply-templates select="@ApellidoPaterno" mode="campo"/>
    <xsl:apply-templates select="@ApellidoMaterno" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@RFC))"/>
    <xsl:apply-templates select="@CURP" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Porcentaje))"/>
  </xsl:template>
  <xsl:template match="vehiculousado:VehiculoUsado">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@montoAdquisicion))"/>
    <xsl:value-of select="concat('|', normalize-space(@montoEnajenacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@claveVehicular))"/>
    <xsl:value-of select="concat('|', normalize-space(@marca))"/>
    <xsl:value-of select="concat('|', normalize-space(@tipo))"/>
    <xsl:value-of select="concat('|', normalize-space(@modelo))"/>
    <xsl:apply-templates select="@numeroMotor" mode="campo"/>
    <xsl:apply-templates select="@numeroSerie" mode="campo"/>
    <xsl:apply-templates select="@NIV" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@valor))"/>
    <xsl:apply-templates select="vehiculousado:InformacionAduanera"/>
  </xsl:template>
  <xsl:template match="vehiculousado:InformacionAduanera">
    <xsl:value-of select="concat('|', normalize-space(@numero))"/>
    <xsl:value-of select="concat('|', normalize-space(@fecha))"/>
    <xsl:apply-templates select="@aduana" mode="campo"/>
  </xsl:template>
  <xsl:template match="servicioparcial:parcialesconstruccion">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPerLicoAut))"/>
    <xsl:apply-templates select="servicioparcial:Inmueble"/>
  </xsl:template>
  <xsl:template match="servicioparcial:Inmueble">
    <xsl:value-of select="concat('|', normalize-space(@Calle))"/>
    <xsl:apply-templates select="@NoExterior" mode="campo"/>
    <xsl:apply-templates select="@NoInterior" mode="campo"/>
    <xsl:apply-templates select="@Colonia" mode="campo"/>
    <xsl:apply-templates select="@Localidad" mode="campo"/>
    <xsl:apply-templates select="@Referencia" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Municipio))"/>
    <xsl:value-of select="concat('|', normalize-space(@Estado))"/>
    <xsl:value-of select="concat('|', normalize-space(@CodigoPostal))"/>
  </xsl:template>
  <xsl:template match="decreto:renovacionysustitucionvehiculos">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoDeDecreto))"/>
    <xsl:apply-templates select="decreto:DecretoRenovVehicular"/>
    <xsl:apply-templates select="decreto:DecretoSustitVehicular"/>
  </xsl:template>
  <xsl:template match="decreto:DecretoRenovVehicular">
    <xsl:value-of select="concat('|', normalize-space(@VehEnaj))"/>
    <xsl:apply-templates select="decreto:VehiculosUsadosEnajenadoPermAlFab"/>
    <xsl:apply-templates select="decreto:VehiculoNuvoSemEnajenadoFabAlPerm"/>
  </xsl:template>
  <xsl:template match="decreto:VehiculosUsadosEnajenadoPermAlFab">
    <xsl:value-of select="concat('|', normalize-space(@PrecioVehUsado))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoVeh))"/>
    <xsl:value-of select="concat('|', normalize-space(@Marca))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipooClase))"/>
    <xsl:value-of select="concat('|', normalize-space(@Año))"/>
    <xsl:apply-templates select="@Modelo" mode="campo"/>
    <xsl:apply-templates select="@NIV" mode="campo"/>
    <xsl:apply-templates select="@NumSerie" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPlacas))"/>
    <xsl:apply-templates select="@NumMotor" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumFolTarjCir))"/>
    <xsl:apply-templates select="@NumPedIm" mode="campo"/>
    <xsl:apply-templates select="@Aduana" mode="campo"/>
    <xsl:apply-templates select="@FechaRegulVeh" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Foliofiscal))"/>
  </xsl:template>
  <xsl:template match="decreto:VehiculoNuvoSemEnajenadoFabAlPerm">
    <xsl:value-of select="concat('|', normalize-space(@Año))"/>
    <xsl:apply-templates select="@Modelo" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPlacas))"/>
    <xsl:apply-templates select="@RFC" mode="campo"/>
  </xsl:template>
  <xsl:template match="decreto:DecretoSustitVehicular">
    <xsl:value-of select="concat('|', normalize-space(@VehEnaj))"/>
    <xsl:apply-templates select="decreto:VehiculoUsadoEnajenadoPermAlFab"/>
    <xsl:apply-templates select="decreto:VehiculoNuvoSemEnajenadoFabAlPerm"/>
  </xsl:template>
  <xsl:template match="decreto:VehiculoUsadoEnajenadoPermAlFab">
    <xsl:value-of select="concat('|', normalize-space(@PrecioVehUsado))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoVeh))"/>
    <xsl:value-of select="concat('|', normalize-space(@Marca))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipooClase))"/>
    <xsl:value-of select="concat('|', normalize-space(@Año))"/>
    <xsl:apply-templates select="@Modelo" mode="campo"/>
    <xsl:apply-templates select="@NIV" mode="campo"/>
    <xsl:apply-templates select="@NumSerie" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPlacas))"/>
    <xsl:apply-templates select="@NumMotor" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumFolTarjCir))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumFolAvisoint))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPedIm))"/>
    <xsl:value-of select="concat('|', normalize-space(@Aduana))"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaRegulVeh))"/>
    <xsl:value-of select="concat('|', normalize-space(@Foliofiscal))"/>
  </xsl:template>
  <xsl:template match="destruccion:certificadodedestruccion">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@Serie))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumFolDesVeh))"/>
    <xsl:apply-templates select="destruccion:VehiculoDestruido"/>
    <xsl:apply-templates select="destruccion:InformacionAduanera"/>
  </xsl:template>
  <xsl:template match="destruccion:VehiculoDestruido">
    <xsl:value-of select="concat('|', normalize-space(@Marca))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipooClase))"/>
    <xsl:value-of select="concat('|', normalize-space(@Año))"/>
    <xsl:apply-templates select="@Modelo" mode="campo"/>
    <xsl:apply-templates select="@NIV" mode="campo"/>
    <xsl:apply-templates select="@NumSerie" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumPlacas))"/>
    <xsl:apply-templates select="@NumMotor" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NumFolTarjCir))"/>
  </xsl:template>
  <xsl:template match="destruccion:InformacionAduanera">
    <xsl:value-of select="concat('|', normalize-space(@NumPedImp))"/>
    <xsl:value-of select="concat('|', normalize-space(@Fecha))"/>
    <xsl:value-of select="concat('|', normalize-space(@Aduana))"/>
  </xsl:template>
  <xsl:template match="obrasarte:obrasarteantiguedades">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoBien))"/>
    <xsl:apply-templates select="@OtrosTipoBien" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TituloAdquirido))"/>
    <xsl:apply-templates select="@OtrosTituloAdquirido" mode="campo"/>
    <xsl:apply-templates select="@Subtotal" mode="campo"/>
    <xsl:apply-templates select="@IVA" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaAdquisicion))"/>
    <xsl:value-of select="concat('|', normalize-space(@CaracterísticasDeObraoPieza))"/>
  </xsl:template>
  <xsl:template match="pagoenespecie:PagoEnEspecie">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@CvePIC))"/>
    <xsl:value-of select="concat('|', normalize-space(@FolioSolDon))"/>
    <xsl:value-of select="concat('|', normalize-space(@PzaArtNombre))"/>
    <xsl:value-of select="concat('|', normalize-space(@PzaArtTecn))"/>
    <xsl:value-of select="concat('|', normalize-space(@PzaArtAProd))"/>
    <xsl:value-of select="concat('|', normalize-space(@PzaArtDim))"/>
  </xsl:template>
  <xsl:template match="valesdedespensa:ValesDeDespensa">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@tipoOperacion))"/>
    <xsl:apply-templates select="@registroPatronal" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@numeroDeCuenta))"/>
    <xsl:value-of select="concat('|', normalize-space(@total))"/>
    <xsl:apply-templates select="valesdedespensa:Conceptos"/>
  </xsl:template>
  <xsl:template match="valesdedespensa:Conceptos">
    <xsl:apply-templates select="valesdedespensa:Concepto"/>
  </xsl:template>
  <xsl:template match="valesdedespensa:Concepto">
    <xsl:value-of select="concat('|', normalize-space(@identificador))"/>
    <xsl:value-of select="concat('|', normalize-space(@fecha))"/>
    <xsl:value-of select="concat('|', normalize-space(@rfc))"/>
    <xsl:value-of select="concat('|', normalize-space(@curp))"/>
    <xsl:value-of select="concat('|', normalize-space(@nombre))"/>
    <xsl:apply-templates select="@numSeguridadSocial" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@importe))"/>
  </xsl:template>
  <xsl:template match="consumodecombustibles11:ConsumoDeCombustibles">
    <xsl:value-of select="concat('|', normalize-space(@version))"/>
    <xsl:value-of select="concat('|', normalize-space(@tipoOperacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@numeroDeCuenta))"/>
    <xsl:apply-templates select="@subTotal" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@total))"/>
    <xsl:apply-templates select="consumodecombustibles11:Conceptos"/>
  </xsl:template>
  <xsl:template match="consumodecombustibles11:Conceptos">
    <xsl:apply-templates select="consumodecombustibles11:ConceptoConsumoDeCombustibles"/>
  </xsl:template>
  <xsl:template match="consumodecombustibles11:ConceptoConsumoDeCombustibles">
    <xsl:value-of select="concat('|', normalize-space(@identificador))"/>
    <xsl:value-of select="concat('|', normalize-space(@fecha))"/>
    <xsl:value-of select="concat('|', normalize-space(@rfc))"/>
    <xsl:value-of select="concat('|', normalize-space(@claveEstacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@tipoCombustible))"/>
    <xsl:value-of select="concat('|', normalize-space(@cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@nombreCombustible))"/>
    <xsl:value-of select="concat('|', normalize-space(@folioOperacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@valorUnitario))"/>
    <xsl:value-of select="concat('|', normalize-space(@importe))"/>
    <xsl:apply-templates select="consumodecombustibles11:Determinados"/>
  </xsl:template>
  <xsl:template match="consumodecombustibles11:Determinados">
    <xsl:apply-templates select="consumodecombustibles11:Determinado"/>
  </xsl:template>
  <xsl:template match="consumodecombustibles11:Determinado">
    <xsl:value-of select="concat('|', normalize-space(@impuesto))"/>
    <xsl:value-of select="concat('|', normalize-space(@tasaOCuota))"/>
    <xsl:value-of select="concat('|', normalize-space(@importe))"/>
  </xsl:template>
  <xsl:template match="ecc12:EstadoDeCuentaCombustible">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoOperacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroDeCuenta))"/>
    <xsl:value-of select="concat('|', normalize-space(@SubTotal))"/>
    <xsl:value-of select="concat('|', normalize-space(@Total))"/>
    <xsl:apply-templates select="ecc12:Conceptos"/>
  </xsl:template>
  <xsl:template match="ecc12:Conceptos">
    <xsl:apply-templates select="ecc12:ConceptoEstadoDeCuentaCombustible"/>
  </xsl:template>
  <xsl:template match="ecc12:ConceptoEstadoDeCuentaCombustible">
    <xsl:value-of select="concat('|', normalize-space(@Identificador))"/>
    <xsl:value-of select="concat('|', normalize-space(@Fecha))"/>
    <xsl:value-of select="concat('|', normalize-space(@Rfc))"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveEstacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Cantidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoCombustible))"/>
    <xsl:apply-templates select="@Unidad" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@NombreCombustible))"/>
    <xsl:value-of select="concat('|', normalize-space(@FolioOperacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@ValorUnitario))"/>
    <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
    <xsl:apply-templates select="ecc12:Traslados"/>
  </xsl:template>
  <xsl:template match="ecc12:Traslados">
    <xsl:apply-templates select="ecc12:Traslado"/>
  </xsl:template>
  <xsl:template match="ecc12:Traslado">
    <xsl:value-of select="concat('|', normalize-space(@Impuesto))"/>
    <xsl:value-of select="concat('|', normalize-space(@TasaOCuota))"/>
    <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
  </xsl:template>
  <xsl:template match="gceh:GastosHidrocarburos">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroContrato))"/>
    <xsl:apply-templates select="@AreaContractual" mode="campo"/>
    <xsl:apply-templates select="gceh:Erogacion"/>
  </xsl:template>
  <xsl:template match="gceh:Erogacion">
    <xsl:value-of select="concat('|', normalize-space(@TipoErogacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontocuErogacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Porcentaje))"/>
    <xsl:apply-templates select="gceh:DocumentoRelacionado"/>
    <xsl:apply-templates select="gceh:Actividades"/>
    <xsl:apply-templates select="gceh:CentroCostos"/>
  </xsl:template>
  <xsl:template match="gceh:DocumentoRelacionado">
    <xsl:value-of select="concat('|', normalize-space(@OrigenErogacion))"/>
    <xsl:apply-templates select="@FolioFiscalVinculado" mode="campo"/>
    <xsl:apply-templates select="@RFCProveedor" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@MontoTotalIVA))"/>
    <xsl:apply-templates select="@MontoRetencionISR" mode="campo"/>
    <xsl:apply-templates select="@MontoRetencionIVA" mode="campo"/>
    <xsl:apply-templates select="@MontoRetencionOtrosImpuestos" mode="campo"/>
    <xsl:apply-templates select="@NumeroPedimentoVinculado" mode="campo"/>
    <xsl:apply-templates select="@ClavePedimentoVinculado" mode="campo"/>
    <xsl:apply-templates select="@ClavePagoPedimentoVinculado" mode="campo"/>
    <xsl:apply-templates select="@MontoIVAPedimento" mode="campo"/>
    <xsl:apply-templates select="@OtrosImpuestosPagadosPedimento" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaFolioFiscalVinculado))"/>
    <xsl:value-of select="concat('|', normalize-space(@Mes))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontoTotalErogaciones))"/>
  </xsl:template>
  <xsl:template match="gceh:Actividades">
    <xsl:apply-templates select="@ActividadRelacionada" mode="campo"/>
    <xsl:apply-templates select="gceh:SubActividades"/>
  </xsl:template>
  <xsl:template match="gceh:SubActividades">
    <xsl:apply-templates select="@SubActividadRelacionada" mode="campo"/>
    <xsl:apply-templates select="gceh:Tareas"/>
  </xsl:template>
  <xsl:template match="gceh:Tareas">
    <xsl:apply-templates select="@TareaRelacionada" mode="campo"/>
  </xsl:template>
  <xsl:template match="gceh:CentroCostos">
    <xsl:apply-templates select="@Campo" mode="campo"/>
    <xsl:apply-templates select="gceh:Yacimientos"/>
  </xsl:template>
  <xsl:template match="gceh:Yacimientos">
    <xsl:apply-templates select="@Yacimiento" mode="campo"/>
    <xsl:apply-templates select="gceh:Pozos"/>
  </xsl:template>
  <xsl:template match="gceh:Pozos">
    <xsl:apply-templates select="@Pozo" mode="campo"/>
  </xsl:template>
  <xsl:template match="ieeh:IngresosHidrocarburos">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroContrato))"/>
    <xsl:value-of select="concat('|', normalize-space(@ContraprestacionPagadaOperador))"/>
    <xsl:value-of select="concat('|', normalize-space(@Porcentaje))"/>
    <xsl:apply-templates select="ieeh:DocumentoRelacionado"/>
  </xsl:template>
  <xsl:template match="ieeh:DocumentoRelacionado">
    <xsl:value-of select="concat('|', normalize-space(@FolioFiscalVinculado))"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaFolioFiscalVinculado))"/>
    <xsl:value-of select="concat('|', normalize-space(@Mes))"/>
  </xsl:template>
  <xsl:template match="hidrocarburospetroliferos:HidroYPetro">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoPermiso))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumeroPermiso))"/>
    <xsl:value-of select="concat('|', normalize-space(@ClaveHYP))"/>
    <xsl:value-of select="concat('|', normalize-space(@SubProductoHYP))"/>
  </xsl:template>
  <xsl:template match="registrofiscal:CFDIRegistroFiscal">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@Folio))"/>
  </xsl:template>
  <xsl:template match="@*" mode="campo">
    <xsl:value-of select="concat('|', normalize-space(.))"/>
  </xsl:template>
</xsl:stylesheet>
