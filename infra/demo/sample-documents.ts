/** A PDF page with lines of text in Helvetica, a font that every reader has. */
function pdfPage(lines: readonly string[]): Buffer {
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  const stream = `BT /F1 12 Tf 18 TL 72 760 Td\n${escaped.join('\n')}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, 'latin1');
}

export const agreement = pdfPage([
  'USAGE AGREEMENT',
  '',
  'Client: Meridian Hotels',
  'Pictures: six interiors, two exteriors',
  'Use: website and printed brochure, two years, worldwide',
  '',
  'Fee: 3,400.00, half on signing and half on delivery.',
  'The photographer keeps the copyright and is named beside each picture.',
]);

export const shotList = Buffer.from(`SHOT LIST: LINDEN & OAK, AUTUMN MENU

Morning, north window
  1  Citrus and plum on walnut, low angle
  2  The same from above, with linen
  3  Steam over broth, dark ground

Afternoon
  4  Hands breaking bread
  5  Empty table after the meal

Bring: 50 mm, 90 mm macro, black card, two reflectors, spray bottle.
`);

export const timeline = Buffer.from(`WEDDING DAY, ELENA & TOMAS

14:00  Getting ready, both houses (two cameras)
15:30  First look in the garden
16:00  Ceremony
17:15  Family pictures by the old wall
18:40  Couple in the last light, twenty minutes
20:00  Speeches
22:30  First dance, available light only
`);
