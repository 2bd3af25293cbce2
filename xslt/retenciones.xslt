<?xml version="1.0" encoding="UTF-8"?>
<!-- Derived from the declarations in src/model. Do not edit. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:retenciones="http://www.sat.gob.mx/esquemas/retencionpago/2" xmlns:plataformasTecnologicas="http://www.sat.gob.mx/esquemas/retencionpago/1/PlataformasTecnologicas10" xmlns:dividendos="http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos" xmlns:intereses="http://www.sat.gob.mx/esquemas/retencionpago/1/intereses" xmlns:pagosaextranjeros="http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros" xmlns:premios="http://www.sat.gob.mx/esquemas/retencionpago/1/premios" xmlns:enajenaciondeacciones="http://www.sat.gob.mx/esquemas/retencionpago/1/enajenaciondeacciones" xmlns:planesderetiro11="http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro11" xmlns:sectorfinanciero="http://www.sat.gob.mx/esquemas/retencionpago/1/sectorfinanciero" xmlns:arrendamientoenfideicomiso="http://www.sat.gob.mx/esquemas/retencionpago/1/arrendamientoenfideicomiso" xmlns:fideicomisonoempresarial="http://www.sat.gob.mx/esquemas/retencionpago/1/fideicomisonoempresarial" xmlns:intereseshipotecarios="http://www.sat.gob.mx/esquemas/retencionpago/1/intereseshipotecarios" xmlns:operacionesconderivados="http://www.sat.gob.mx/esquemas/retencionpago/1/operacionesconderivados">
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:template match="/">
    <xsl:text>|</xsl:text>
    <xsl:apply-templates select="/retenciones:Retenciones"/>
    <xsl:text>||</xsl:text>
  </xsl:template>
  <xsl:template match="retenciones:Retenciones">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@NoCertificado))"/>
    <xsl:apply-templates select="@FolioInt" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaExp))"/>
    <xsl:value-of select="concat('|', normalize-space(@LugarExpRetenc))"/>
    <xsl:value-of select="concat('|', normalize-space(@CveRetenc))"/>
    <xsl:apply-templates select="@DescRetenc" mode="campo"/>
    <xsl:apply-templates select="retenciones:CfdiRetenRelacionados"/>
    <xsl:apply-templates select="retenciones:Emisor"/>
    <xsl:apply-templates select="retenciones:Receptor"/>
    <xsl:apply-templates select="retenciones:Periodo"/>
    <xsl:apply-templates select="retenciones:Totales"/>
    <xsl:apply-templates select="retenciones:Complemento"/>
  </xsl:template>
  <xsl:template match="retenciones:CfdiRetenRelacionados">
    <xsl:value-of select="concat('|', normalize-space(@TipoRelacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@UUID))"/>
  </xsl:template>
  <xsl:template match="retenciones:Emisor">
    <xsl:value-of select="concat('|', normalize-space(@RfcE))"/>
    <xsl:value-of select="concat('|', normalize-space(@NomDenRazSocE))"/>
    <xsl:value-of select="concat('|', normalize-space(@RegimenFiscalE))"/>
  </xsl:template>
  <xsl:template match="retenciones:Receptor">
    <xsl:value-of select="concat('|', normalize-space(@NacionalidadR))"/>
    <xsl:for-each select="retenciones:Nacional">
      <xsl:value-of select="concat('|', normalize-space(@RfcR))"/>
      <xsl:value-of select="concat('|', normalize-space(@NomDenRazSocR))"/>
      <xsl:apply-templates select="@CurpR" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@DomicilioFiscalR))"/>
    </xsl:for-each>
    <xsl:for-each select="retenciones:Extranjero">
      <xsl:apply-templates select="@NumRegIdTribR" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@NomDenRazSocR))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="retenciones:Periodo">
    <xsl:value-of select="concat('|', normalize-space(@MesIni))"/>
    <xsl:value-of select="concat('|', normalize-space(@MesFin))"/>
    <xsl:value-of select="concat('|', normalize-space(@Ejercicio))"/>
  </xsl:template>
  <xsl:template match="retenciones:Totales">
    <xsl:value-of select="concat('|', normalize-space(@MontoTotOperacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontoTotGrav))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontoTotExent))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontoTotRet))"/>
    <xsl:apply-templates select="@UtilidadBimestral" mode="campo"/>
    <xsl:apply-templates select="@ISRCorrespondiente" mode="campo"/>
    <xsl:for-each select="retenciones:ImpRetenidos">
      <xsl:apply-templates select="@BaseRet" mode="campo"/>
      <xsl:apply-templates select="@ImpuestoRet" mode="campo"/>
      <xsl:value-of select="concat('|', normalize-space(@MontoRet))"/>
      <xsl:value-of select="concat('|', normalize-space(@TipoPagoRet))"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="retenciones:Complemento">
    <xsl:apply-templates select="*"/>
  </xsl:template>
  <xsl:template match="plataformasTecnologicas:ServiciosPlataformasTecnologicas">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@Periodicidad))"/>
    <xsl:value-of select="concat('|', normalize-space(@NumServ))"/>
    <xsl:value-of select="concat('|', normalize-space(@MonTotServSIVA))"/>
    <xsl:value-of select="concat('|', normalize-space(@TotalIVATrasladado))"/>
    <xsl:value-of select="concat('|', normalize-space(@TotalIVARetenido))"/>
    <xsl:value-of select="concat('|', normalize-space(@TotalISRRetenido))"/>
    <xsl:value-of select="concat('|', normalize-space(@DifIVAEntregadoPrestServ))"/>
    <xsl:value-of select="concat('|', normalize-space(@MonTotalporUsoPlataforma))"/>
    <xsl:apply-templates select="@MonTotalContribucionGubernamental" mode="campo"/>
    <xsl:apply-templates select="plataformasTecnologicas:Servicios"/>
  </xsl:template>
  <xsl:template match="plataformasTecnologicas:Servicios">
    <xsl:apply-templates select="plataformasTecnologicas:DetallesDelServicio"/>
  </xsl:template>
  <xsl:template match="plataformasTecnologicas:DetallesDelServicio">
    <xsl:value-of select="concat('|', normalize-space(@FormaPagoServ))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoDeServ))"/>
    <xsl:apply-templates select="@SubTipServ" mode="campo"/>
    <xsl:apply-templates select="@RFCTerceroAutorizado" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaServ))"/>
    <xsl:value-of select="concat('|', normalize-space(@PrecioServSinIVA))"/>
    <xsl:apply-templates select="plataformasTecnologicas:ImpuestosTrasladadosdelServicio"/>
    <xsl:apply-templates select="plataformasTecnologicas:ContribucionGubernamental"/>
    <xsl:apply-templates select="plataformasTecnologicas:ComisionDelServicio"/>
  </xsl:template>
  <xsl:template match="plataformasTecnologicas:ImpuestosTrasladadosdelServicio">
    <xsl:value-of select="concat('|', normalize-space(@Base))"/>
    <xsl:value-of select="concat('|', normalize-space(@Impuesto))"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoFactor))"/>
    <xsl:value-of select="concat('|', normalize-space(@TasaCuota))"/>
    <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
  </xsl:template>
  <xsl:template match="plataformasTecnologicas:ContribucionGubernamental">
    <xsl:value-of select="concat('|', normalize-space(@ImpContrib))"/>
    <xsl:value-of select="concat('|', normalize-space(@EntidadDondePagaLaContribucion))"/>
  </xsl:template>
  <xsl:template match="plataformasTecnologicas:ComisionDelServicio">
    <xsl:apply-templates select="@Base" mode="campo"/>
    <xsl:apply-templates select="@Porcentaje" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@Importe))"/>
  </xsl:template>
  <xsl:template match="dividendos:Dividendos">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:apply-templates select="dividendos:DividOUtil"/>
    <xsl:apply-templates select="dividendos:Remanente"/>
  </xsl:template>
  <xsl:template match="dividendos:DividOUtil">
    <xsl:value-of select="concat('|', normalize-space(@CveTipDivOUtil))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontISRAcredRetMexico))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontISRAcredRetExtranjero))"/>
    <xsl:apply-templates select="@MontRetExtDivExt" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@TipoSocDistrDiv))"/>
    <xsl:apply-templates select="@MontISRAcredNal" mode="campo"/>
    <xsl:apply-templates select="@MontDivAcumNal" mode="campo"/>
    <xsl:apply-templates select="@MontDivAcumExt" mode="campo"/>
  </xsl:template>
  <xsl:template match="dividendos:Remanente">
    <xsl:apply-templates select="@ProporcionRem" mode="campo"/>
  </xsl:template>
  <xsl:template match="intereses:Intereses">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@SistFinanciero))"/>
    <xsl:value-of select="concat('|', normalize-space(@RetiroAORESRetInt))"/>
    <xsl:value-of select="concat('|', normalize-space(@OperFinancDerivad))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontIntNominal))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontIntReal))"/>
    <xsl:value-of select="concat('|', normalize-space(@Perdida))"/>
  </xsl:template>
  <xsl:template match="pagosaextranjeros:Pagosaextranjeros">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@EsBenefEfectDelCobro))"/>
    <xsl:apply-templates select="pagosaextranjeros:NoBeneficiario"/>
    <xsl:apply-templates select="pagosaextranjeros:Beneficiario"/>
  </xsl:template>
  <xsl:template match="pagosaextranjeros:NoBeneficiario">
    <xsl:value-of select="concat('|', normalize-space(@PaisDeResidParaEfecFisc))"/>
    <xsl:value-of select="concat('|', normalize-space(@ConceptoPago))"/>
    <xsl:value-of select="concat('|', normalize-space(@DescripcionConcepto))"/>
  </xsl:template>
  <xsl:template match="pagosaextranjeros:Beneficiario">
    <xsl:value-of select="concat('|', normalize-space(@RFC))"/>
    <xsl:value-of select="concat('|', normalize-space(@CURP))"/>
    <xsl:value-of select="concat('|', normalize-space(@NomDenRazSocB))"/>
    <xsl:value-of select="concat('|', normalize-space(@ConceptoPago))"/>
    <xsl:value-of select="concat('|', normalize-space(@DescripcionConcepto))"/>
  </xsl:template>
  <xsl:template match="premios:Premios">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@EntidadFederativa))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontTotPago))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontTotPagoGrav))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontTotPagoExent))"/>
  </xsl:template>
  <xsl:template match="enajenaciondeacciones:EnajenaciondeAcciones">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@ContratoIntermediacion))"/>
    <xsl:value-of select="concat('|', normalize-space(@Ganancia))"/>
    <xsl:value-of select="concat('|', normalize-space(@Perdida))"/>
  </xsl:template>
  <xsl:template match="planesderetiro11:Planesderetiro">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@SistemaFinanc))"/>
    <xsl:apply-templates select="@MontTotAportAnioInmAnterior" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@MontIntRealesDevengAniooInmAnt))"/>
    <xsl:value-of select="concat('|', normalize-space(@HuboRetirosAnioInmAntPer))"/>
    <xsl:apply-templates select="@MontTotRetiradoAnioInmAntPer" mode="campo"/>
    <xsl:apply-templates select="@MontTotExentRetiradoAnioInmAnt" mode="campo"/>
    <xsl:apply-templates select="@MontTotExedenteAnioInmAnt" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@HuboRetirosAnioInmAnt))"/>
    <xsl:apply-templates select="@MontTotRetiradoAnioInmAnt" mode="campo"/>
    <xsl:apply-templates select="@NumReferencia" mode="campo"/>
    <xsl:apply-templates select="planesderetiro11:AportacionesODepositos"/>
  </xsl:template>
  <xsl:template match="planesderetiro11:AportacionesODepositos">
    <xsl:value-of select="concat('|', normalize-space(@TipoAportacionODeposito))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontAportODep))"/>
    <xsl:apply-templates select="@RFCFiduciaria" mode="campo"/>
  </xsl:template>
  <xsl:template match="sectorfinanciero:SectorFinanciero">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@IdFideicom))"/>
    <xsl:apply-templates select="@NomFideicom" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@DescripFideicom))"/>
  </xsl:template>
  <xsl:template match="arrendamientoenfideicomiso:Arrendamientoenfideicomiso">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@PagProvEfecPorFiduc))"/>
    <xsl:value-of select="concat('|', normalize-space(@RendimFideicom))"/>
    <xsl:value-of select="concat('|', normalize-space(@DeduccCorresp))"/>
    <xsl:apply-templates select="@MontTotRet" mode="campo"/>
    <xsl:apply-templates select="@MontResFiscDistFibras" mode="campo"/>
    <xsl:apply-templates select="@MontOtrosConceptDistr" mode="campo"/>
    <xsl:apply-templates select="@DescrMontOtrosConceptDistr" mode="campo"/>
  </xsl:template>
  <xsl:template match="fideicomisonoempresarial:Fideicomisonoempresarial">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:apply-templates select="fideicomisonoempresarial:IngresosOEntradas"/>
    <xsl:apply-templates select="fideicomisonoempresarial:DeduccOSalidas"/>
    <xsl:apply-templates select="fideicomisonoempresarial:RetEfectFideicomiso"/>
  </xsl:template>
  <xsl:template match="fideicomisonoempresarial:IngresosOEntradas">
    <xsl:value-of select="concat('|', normalize-space(@MontTotEntradasPeriodo))"/>
    <xsl:value-of select="concat('|', normalize-space(@PartPropAcumDelFideicom))"/>
    <xsl:value-of select="concat('|', normalize-space(@PropDelMontTot))"/>
    <xsl:apply-templates select="fideicomisonoempresarial:IntegracIngresos"/>
  </xsl:template>
  <xsl:template match="fideicomisonoempresarial:IntegracIngresos">
    <xsl:value-of select="concat('|', normalize-space(@Concepto))"/>
  </xsl:template>
  <xsl:template match="fideicomisonoempresarial:DeduccOSalidas">
    <xsl:value-of select="concat('|', normalize-space(@MontTotEgresPeriodo))"/>
    <xsl:value-of select="concat('|', normalize-space(@PartPropDelFideicom))"/>
    <xsl:value-of select="concat('|', normalize-space(@PropDelMontTot))"/>
    <xsl:apply-templates select="fideicomisonoempresarial:IntegracEgresos"/>
  </xsl:template>
  <xsl:template match="fideicomisonoempresarial:IntegracEgresos">
    <xsl:value-of select="concat('|', normalize-space(@ConceptoS))"/>
  </xsl:template>
  <xsl:template match="fideicomisonoempresarial:RetEfectFideicomiso">
    <xsl:value-of select="concat('|', normalize-space(@MontRetRelPagFideic))"/>
    <xsl:value-of select="concat('|', normalize-space(@DescRetRelPagFideic))"/>
  </xsl:template>
  <xsl:template match="intereseshipotecarios:Intereseshipotecarios">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@CreditoDeInstFinanc))"/>
    <xsl:value-of select="concat('|', normalize-space(@SaldoInsoluto))"/>
    <xsl:apply-templates select="@PropDeducDelCredit" mode="campo"/>
    <xsl:apply-templates select="@MontTotIntNominalesDev" mode="campo"/>
    <xsl:apply-templates select="@MontTotIntNominalesDevYPag" mode="campo"/>
    <xsl:apply-templates select="@MontTotIntRealPagDeduc" mode="campo"/>
    <xsl:apply-templates select="@NumContrato" mode="campo"/>
  </xsl:template>
  <xsl:template match="operacionesconderivados:Operacionesconderivados">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontGanAcum))"/>
    <xsl:value-of select="concat('|', normalize-space(@MontPerdDed))"/>
  </xsl:template>
  <xsl:template match="@*" mode="campo">
    <xsl:value-of select="concat('|', normalize-space(.))"/>
  </xsl:template>
</xsl:stylesheet>
