<?xml version="1.0" encoding="UTF-8"?>
<!-- Derived from the declarations in src/model. Do not edit. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital">
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:template match="/">
    <xsl:text>|</xsl:text>
    <xsl:apply-templates select="//tfd:TimbreFiscalDigital"/>
    <xsl:text>||</xsl:text>
  </xsl:template>
  <xsl:template match="tfd:TimbreFiscalDigital">
    <xsl:value-of select="concat('|', normalize-space(@Version))"/>
    <xsl:value-of select="concat('|', normalize-space(@UUID))"/>
    <xsl:value-of select="concat('|', normalize-space(@FechaTimbrado))"/>
    <xsl:value-of select="concat('|', normalize-space(@RfcProvCertif))"/>
    <xsl:apply-templates select="@Leyenda" mode="campo"/>
    <xsl:value-of select="concat('|', normalize-space(@SelloCFD))"/>
    <xsl:value-of select="concat('|', normalize-space(@NoCertificadoSAT))"/>
  </xsl:template>
  <xsl:template match="@*" mode="campo">
    <xsl:value-of select="concat('|', normalize-space(.))"/>
  </xsl:template>
</xsl:stylesheet>
