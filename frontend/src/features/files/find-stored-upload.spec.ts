import { makeFile } from '../../test/projects';
import { findStoredUpload } from './find-stored-upload';

const sent = new File(['12345'], 'a.b.png');

it('finds the file under its own name or numbered because the name was taken', () => {
  expect(findStoredUpload(sent, [makeFile('a.b.png', 5)], new Set())?.filename).toBe('a.b.png');
  const numbered = [makeFile('a.b.png', 5), makeFile('a.b (2).png', 5)];
  expect(findStoredUpload(sent, numbered, new Set(['a.b.png']))?.filename).toBe('a.b (2).png');
});

it('takes no file of another size, another name or from before', () => {
  const others = [makeFile('a.b.png', 6), makeFile('a (2).png', 5), makeFile('a.b.jpg', 5)];
  expect(findStoredUpload(sent, others, new Set())).toBeUndefined();
  expect(findStoredUpload(sent, [makeFile('a.b.png', 5)], new Set(['a.b.png']))).toBeUndefined();
});
