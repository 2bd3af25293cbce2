"""src/pdf/font: Roboto with the characters of Latin alphabets and Greek, with symbols of DejaVu Sans that it lacks, and Noto Emoji, as
modules. Rarely run, so a script of fontTools; without the file of emoji it writes the first only:

    apt-get install fonts-roboto-unhinted fonts-dejavu-core && python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install fonttools==4.66.1
    npm pack @expo-google-fonts/noto-emoji@0.4.7 && tar xzf expo-google-fonts-noto-emoji-0.4.7.tgz -C /tmp
    /tmp/fonts/bin/python tools/pdfFont.py /tmp/package/400Regular/NotoEmoji_400Regular.ttf

and src/pdf/font/OFL.txt is its LICENSE_FONT.
"""
import base64
import io
import os
import re
import sys
import zlib
from fontTools import subset
from fontTools.pens.basePen import DecomposingPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

FOLDER = os.environ.get('ROBOTO') or '/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-'
UNICODES = (
    '0020-007E 00A0-017F 018F 0192 0218-021B 02C6 02DA 02DC 0384-038A 038C 038E-03A1 03A3-03CE 03D1 03D5 03D6 1E9E 2010-2015 '
    '2018-201E 2020-2022 2026 2030 2032 2033 2039 203A 2044 2070 2074-208E 20AC 20BF 2105 2113 2116 2122 2126 212E 2153-215E '
    '2202 2206 220F 2211 2212 221A 221E 222B 2248 2260 2264 2265 25CA FB00-FB04 FFFD'
)

# Symbols of descriptions that Roboto lacks: arrows, mathematics, geometry, bullets and marks. Those that are emoji are drawn as such.
SYMBOLS = '2031 2150-2152 2190-2193 21D0-21D4 2200 2203 2205 2208 2209 221D 2220 2225 2227-222A 2234 2243 2245 2261 22A5 2300 25A0 25A1 25B2 25B3 25BA 25BC 25BD 25C6 25C7 25CB 25CF 2605 2606 2610 2612 2640 2642 2713 2717 2794 279C'


def codes(ranges=UNICODES):
    for part in ranges.split():
        first, _, last = part.partition('-')
        yield from range(int(first, 16), int(last or first, 16) + 1)


def cut(path, unicodes, drop, **others):
    options = subset.Options(hinting=False, layout_features=[], drop_tables=['GPOS', 'GSUB', 'GDEF', 'DSIG', *drop], **others)
    options.recalc_timestamp = False
    font = subset.load_font(path, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    return font


def bytes_of(font):
    file = io.BytesIO()
    subset.save_font(font, file, subset.Options())
    return file.getvalue()


DEJAVU = '/usr/share/fonts/truetype/dejavu/DejaVuSans'


def roboto(weight, emoji):
    font = cut(f'{FOLDER}{weight}.ttf', list(codes()), ['hdmx', 'VDMX', 'LTSH'])
    add_symbols(font, TTFont(f"{DEJAVU}{'-Bold' if weight == 'Bold' else ''}.ttf"), emoji)
    return bytes_of(font)


# Both have 2048 units an em.
def add_symbols(font, source, emoji):
    known, drawn, glyphs = font.getBestCmap(), source.getBestCmap(), source.getGlyphSet()
    assert font['head'].unitsPerEm == source['head'].unitsPerEm
    order = font.getGlyphOrder()
    for code in codes(SYMBOLS):
        if code in known or code in emoji or code not in drawn:
            continue
        name = f'u{code:04X}'
        pen = TTGlyphPen(None)
        glyphs[drawn[code]].draw(DecomposingRecordingPen(glyphs, pen))
        order.append(name)
        glyph = pen.glyph(dropImpliedOnCurves=True)
        glyph.recalcBounds(font['glyf'])
        font['glyf'].glyphs[name] = glyph
        font['hmtx'].metrics[name] = (glyphs[drawn[code]].width, source['hmtx'][drawn[code]][1])
        for table in font['cmap'].tables:
            if table.isUnicode():
                table.cmap[code] = name
    font.setGlyphOrder(order)
    font['glyf'].glyphOrder = order
    font['post'].formatType = 3.0


class DecomposingRecordingPen(DecomposingPen):
    def __init__(self, glyphs, pen):
        super().__init__(glyphs)
        self.pen = pen
        for name in ('moveTo', 'lineTo', 'qCurveTo', 'curveTo', 'closePath', 'endPath'):
            setattr(self, name, getattr(pen, name))


# What joins emoji (200D) and varies them (FE0E, FE0F, 20E3), and tags (E00xx), which have no drawing of their own: src/pdf/runs.ts leaves
# them out. Above are the codes that telephones had before Unicode.
NOT_DRAWN = {0x200D, 0x20E3, 0xFE0E, 0xFE0F}
SKIN_TONES = range(0x1F3FB, 0x1F400)

# Enough for print: a unit is 0.08 points of a letter of 10, two thirds of a dot at 600 dots an inch. With 256 it is larger by a sixth.
UNITS = 128

# How far a curve may move when it is drawn with fewer points, in the units of the original: three quarters of a unit of ours.
TOLERANCE = 12


def emoji(path, roboto):
    known = TTFont(path).getBestCmap()
    points = [c for c in known if 0xFF < c < 0xE0000 and c not in roboto | NOT_DRAWN]
    # With the drawing of what it has not, which every cut of it in a PDF has too: a font without any is taken for a broken one.
    font = cut(path, points, ['vhea', 'vmtx', 'STAT', 'gasp'], notdef_outline=True)
    simplify(font)
    scale_upem(font, UNITS)
    # Skin has no tones in black and white: nothing is seen of them, and they are found in the text.
    for code in SKIN_TONES:
        name = font.getBestCmap()[code]
        font['glyf'][name] = TTGlyphPen(None).glyph()
        font['hmtx'][name] = (0, 0)
    # A drawing stands where its points are: programs move it by the difference between its side bearing and its left edge.
    for name in font.getGlyphOrder():
        glyph = font['glyf'][name]
        glyph.recalcBounds(font['glyf'])
        font['hmtx'][name] = (font['hmtx'][name][0], getattr(glyph, 'xMin', 0))
    return bytes_of(font)


# Joins quadratic curves to cubic ones, and draws these with as few quadratic ones as the tolerance allows.
def simplify(font):
    glyphs = font.getGlyphSet()
    for name in font.getGlyphOrder():
        if font['glyf'][name].numberOfContours <= 0:
            continue
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Qu2CuPen(Cu2QuPen(pen, TOLERANCE, all_quadratic=True), TOLERANCE, all_cubic=True))
        drawn = pen.glyph(dropImpliedOnCurves=True)
        drawn.recalcBounds(font['glyf'])
        font['glyf'][name] = drawn


def ranges(points):
    found = []
    for point in sorted(points):
        if found and found[-1][1] == point - 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return ''.join(escaped(a) if a == b else f'{escaped(a)}-{escaped(b)}' for a, b in found)


def escaped(point):
    return f'\\u{point:04x}' if point < 0x10000 else f'\\u{{{point:x}}}'


def covered(file):
    return set(TTFont(io.BytesIO(file)).getBestCmap())


def write(name, content):
    with open(f'src/pdf/font/{name}.ts', 'w') as module:
        module.write('// Generated by tools/pdfFont.py. Do not edit.\n' + content)


def emoji_of(path):
    if path is not None:
        return set(TTFont(path).getBestCmap())
    text = re.search(r'String.raw`(.*)`', open('src/pdf/font/emoji.ts').read()).group(1)
    points = [int(a or b, 16) for a, b in re.findall(r'\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))', text)]
    pairs = re.findall(r'\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))-\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))', text)
    return set(points) | {c for a, b, x, y in pairs for c in range(int(a or b, 16), int(x or y, 16) + 1)}


known_emoji = emoji_of(sys.argv[1] if len(sys.argv) > 1 else None)
regular, bold = roboto('Regular', known_emoji), roboto('Bold', known_emoji)
latin = covered(regular)
assert latin == covered(bold)
write('roboto', f'''/**
 * Roboto 2.138, regular and bold, cut to Latin and Greek, with symbols of DejaVu Sans 2.37: {len(latin)} characters, {len(regular) + len(bold)} bytes. Copyright 2011 Google Inc.,
 * under the Apache License 2.0, which the package has as src/pdf/font/LICENSE.txt; DejaVu changes are in the public domain, of
 * Bitstream Vera (c) 2003 by Bitstream, Inc., under the licence in src/pdf/font/DEJAVU.txt.
 * @module
 */

/** The regular TrueType file, in Base64. */
export const regular: string =
  '{base64.b64encode(regular).decode()}'

/** The bold one. */
export const bold: string =
  '{base64.b64encode(bold).decode()}'

/** Its characters, as the content of a class of a regular expression with `u`. */
export const latin: string =
  String.raw`{ranges(latin)}`
''')

if len(sys.argv) < 2:
    print(len(regular), len(bold), len(latin))
    sys.exit()
drawings = emoji(sys.argv[1], latin)
packed = zlib.compress(drawings, 9)
write('notoEmoji', f'''/**
 * Noto Emoji 3.006, regular, with the {len(covered(drawings))} characters of ./emoji.ts: {len(drawings)} bytes, and {len(packed)} as
 * they are here. Copyright 2013 Google LLC, under the SIL Open Font License 1.1, which the package
 * has as src/pdf/font/OFL.txt.
 * @module
 */

/** Length of the TrueType file in bytes. */
export const bytes = {len(drawings)}

/** The TrueType file as a zlib stream, in Base64. */
export const deflated: string =
  '{base64.b64encode(packed).decode()}'
''')
write('emoji', f'''/**
 * Emoji drawn with ./notoEmoji.ts, without those of ./roboto.ts. A separate module, because
 * notoEmoji.ts is loaded only for texts with emoji.
 * @module
 */

/** Their characters, as the content of a class of a regular expression with `u`. */
export const emoji: string =
  String.raw`{ranges(covered(drawings))}`
''')
print(len(regular) + len(bold), len(drawings), len(packed))
