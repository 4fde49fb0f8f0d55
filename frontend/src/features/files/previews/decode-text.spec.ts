import { decodeText } from './decode-text';
import { makePreview } from './preview';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

it.each([
  ['Cyrillic', 'd1e2e0e4fce1e0', 'Свадьба'],
  ['Greek', 'd6f9f4efe3f1e1f6dfe5f220e3dcecefed', 'Φωτογραφίες γάμον'],
  ['Chinese', 'bbe9c0f1c9e3d3b0', '婚礼摄影'],
  ['Japanese', '8c8b8da58eae82cc8eca905e', '結婚式の写真'],
  ['Chinese in Taiwan', 'b142c2a7c4e1bc76a662a4bba4eba451a447a4e9', '婚禮攝影在六月十二日'],
  ['Korean', 'b0e1c8a5bdc420bbe7c1f8', '결혼식 사진'],
  ['German', '4772fcdf6520617573', 'Grüße aus'],
  ['French', '52656e64657a2d766f757320e0205061726973', 'Rendez-vous à Paris'],
  ['Danish', '46f86473656c736461672070e5', 'Fødselsdag på'],
  ['Polish', '5a61bff3b3e6', 'Zażółć'],
  ['Czech', '50f8ed62ec68', 'Příběh'],
  ['Hungarian', '45736bfc76f569', 'Esküvői'],
  ['Turkish', '44fcf0fc6e', 'Düğün'],
  ['Lithuanian', '56657374757669f820e0fe756f6c6173', 'Vestuvių ąžuolas'],
  ['Hebrew', 'e7fae5f0e420f9ec20f9f8e4', 'חתונה של שרה'],
  ['Arabic', 'd5e6d120c7e1d2ddc7dd', 'صور الزفاف'],
  ['Russian of old Unix', 'f3d7c1c4c5c2ced9c520c6cfd4cfc7d2c1c6c9c9', 'Свадебные фотографии'],
  ['Russian', 'd1e2e0e4e5e1edfbe520f4eef2eee3f0e0f4e8e8', 'Свадебные фотографии'],
  ['Thai', 'c0d2bea7d2b9e1b5e8a7a7d2b9', 'ภาพงานแต่งงาน'],
])('one line of %s in an encoding of its own is read rightly', (_language, hex, text) => {
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
