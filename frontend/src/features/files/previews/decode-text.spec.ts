import { decodeText } from './decode-text';
import { makePreview } from './preview';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

it.each([
  ['Cyrillic', 'd1e2e0e4fce1e0', 'Свадьба'],
  ['Greek', 'd6f9f4efe3f1e1f6dfe5f220e3dcecefed', 'Φωτογραφίες γάμον'],
  ['Chinese', 'bbe9c0f1c9e3d3b0', '婚礼摄影'],
  ['Japanese', '8c8b8da58eae82cc8eca905e', '結婚式の写真'],
  ['German', '4772fcdf6520617573', 'Grüße aus'],
])('one line of %s in the encoding of its Windows is read rightly', (_language, hex, text) => {
  expect(decodeText(bytes(hex))).toBe(text);
});

it('an unknown encoding is shown as far as it goes', () => {
  expect(decodeText(bytes('80'))).not.toBe('');
});

it.each([
  ['Windows-1251', 'd1e2e0e4fce1e0'],
  ['UTF-16', 'fffe21043204300434044c0431043004'],
  ['UTF-16, big-endian', 'feff0421043204300434044c04310430'],
  ['UTF-8', Buffer.from('Свадьба').toString('hex')],
])('preview and thumbnail show a text in %s', async (_encoding, hex) => {
  const blob = new Blob([bytes(hex)]);
  expect(await makePreview(blob, 'text/plain')).toMatchObject({ text: 'Свадьба' });
  expect(await makePreview(blob, 'text/plain', true)).toMatchObject({ text: 'Свадьба' });
});
