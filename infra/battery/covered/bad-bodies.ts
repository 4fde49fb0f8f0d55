import type { CoveredCases } from '../covered.ts';
import { within } from './within.ts';

const hostileClient = within('e2e', 'infra/e2e/hostile-client.e2e-spec.ts');
const badInput = within('e2e', 'infra/e2e/bad-input.e2e-spec.ts');
const http = within('integration', 'gateway/test/http.int-spec.ts');
const contract = within('e2e', 'infra/e2e/contract.e2e-spec.ts');
const upload = within('integration', 'gateway/test/upload.int-spec.ts');
const authorisation = within('e2e', 'infra/e2e/authorisation.e2e-spec.ts');

/** Bodies and forms that are wrong. */
export const BAD_BODIES: CoveredCases = {
  B1: [
    ...badInput(
      [
        'JSON 10,000 arrays deep',
        '4xx with a sentence',
        'JSON ten thousand arrays deep is refused',
      ],
      ['JSON with prototype keys', '4xx with a sentence', 'JSON with prototype keys is refused'],
      ['an array for an object', '4xx with a sentence', 'JSON that is an array is refused'],
      ['JSON of 10 MB', '4xx with a sentence', 'JSON of ten megabytes is refused'],
      [
        'JSON with a key twice',
        'the last one counts',
        'JSON with a key twice counts the last one, as everywhere',
      ],
    ),
    ...http(
      ['JSON of 1 MiB and one byte', '413', 'a megabyte and one byte'],
      ['invalid UTF-8', '400', 'bytes that are not UTF-8'],
    ),
    ...contract([
      'every call with a body of a wrong content type',
      '415',
      'every call with a JSON body answers 415 to one of another type',
    ]),
  ],
  B2: [
    ...badInput(
      [
        'a file of exactly 5,242,880 bytes',
        'kept',
        'an upload of exactly the limit is kept, and one byte more finds no room',
      ],
      [
        'one byte more',
        '413 with the size, nothing reserved',
        'an upload of one byte over the limit is refused and reserves nothing',
      ],
    ),
    ...upload(['a file of 0 bytes', 'refused by name', 'a file of no bytes is refused by name']),
    ...hostileClient(
      [
        'a body shorter than its Content-Length',
        'nothing is left of it',
        'an upload that is shorter than it says leaves nothing',
      ],
      [
        'a body longer than its Content-Length',
        'it ends where it says',
        'an upload that is longer than it says ends where it says',
      ],
      [
        '10 MB in chunks without a length',
        '413 before 6 MiB are sent',
        'an upload of one file of 10 MB in chunks is answered 413 before 6 MiB are sent',
      ],
    ),
  ],
  B3: [
    ...upload(['1,100 parts', '413', 'a form is refused with 1,100 parts']),
    ...hostileClient([
      '100 files of 5 MB in one form',
      '413 before 6 MiB are sent',
      'an upload of a hundred files of 5 MB is answered 413 before 6 MiB are sent',
    ]),
    ...upload(
      [
        'project_id before the files',
        '201',
        'files reach the store byte for byte with the project before them',
      ],
      [
        'project_id after the files',
        '201',
        'files reach the store byte for byte with the project after them',
      ],
      [
        'project_id between the files',
        '201',
        'files reach the store byte for byte with the project between them',
      ],
      ['no project_id', '400', 'a form is refused without a project'],
      ['a malformed project_id', '404', 'a form is refused with a malformed project'],
      ['project_id twice', '400', 'a form is refused with two projects'],
    ),
    ...authorisation([
      "somebody else's project_id",
      '404, as for one that is not there',
      "upload answers somebody else's project like one that is not there, and leaves it alone",
    ]),
  ],
};
