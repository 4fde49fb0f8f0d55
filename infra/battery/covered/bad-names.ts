import type { CoveredCases } from '../covered.ts';
import { within } from './within.ts';

const hostileClient = within('e2e', 'infra/e2e/hostile-client.e2e-spec.ts');
const badInput = within('e2e', 'infra/e2e/bad-input.e2e-spec.ts');
const authorisation = within('e2e', 'infra/e2e/authorisation.e2e-spec.ts');
const files = within('integration', 'services/storage/src/files.int-spec.ts');

/** Names, ids, contents and addresses that are wrong. */
export const BAD_NAMES: CoveredCases = {
  B4: [
    ...badInput(
      [
        'a file named with traversal',
        'a safe name, by which it is fetched and deleted',
        'an upload named with traversal can be fetched and deleted by the name it got',
      ],
      [
        'a file named with traversal of the other kind',
        'a safe name, by which it is fetched and deleted',
        'an upload named with traversal of the other kind can be fetched and deleted by the name it got',
      ],
      [
        'a file named with a drive',
        'a safe name, by which it is fetched and deleted',
        'an upload named with a drive can be fetched and deleted by the name it got',
      ],
      [
        'a file named with 300 characters',
        'a safe name, by which it is fetched and deleted',
        'an upload named with 300 characters can be fetched and deleted by the name it got',
      ],
      [
        'a file named with quotes and percent signs',
        'a safe name, by which it is fetched and deleted',
        'an upload named with quotes and percent signs can be fetched and deleted by the name it got',
      ],
      [
        'a file named with a right-to-left override',
        'a safe name, by which it is fetched and deleted',
        'an upload named with a right-to-left override can be fetched and deleted by the name it got',
      ],
      [
        'a file named with composed letters',
        'a safe name, by which it is fetched and deleted',
        'an upload named with composed letters can be fetched and deleted by the name it got',
      ],
      [
        'a file named with decomposed letters',
        'a safe name, by which it is fetched and deleted',
        'an upload named with decomposed letters can be fetched and deleted by the name it got',
      ],
      [
        'a file named with an emoji',
        'a safe name, by which it is fetched and deleted',
        'an upload named with an emoji can be fetched and deleted by the name it got',
      ],
      [
        'a file named with a reserved name',
        'a safe name, by which it is fetched and deleted',
        'an upload named with a reserved name can be fetched and deleted by the name it got',
      ],
      [
        'a file named with trailing dots',
        'a safe name, by which it is fetched and deleted',
        'an upload named with trailing dots can be fetched and deleted by the name it got',
      ],
    ),
    ...files([
      'a file name with NUL, over the message',
      'kept without it, and found',
      'a file name of "a\\u0000b.jpg" is kept as "ab.jpg", and finds the file again',
    ]),
  ],
  B5: [
    ...badInput([
      'downloads and deletions of names with %2F, %2e%2e, %00, a semicolon, 255 characters and broken UTF-8',
      '400 or 404',
      'no file answers to %.40s',
    ]),
  ],
  B6: [
    ...badInput(
      ['HTML as png', '415, nothing kept', 'an upload of a page as a picture is refused by name'],
      ['exe as pdf', '415, nothing kept', 'an upload of a program as a pdf is refused by name'],
      [
        'an archive as docx',
        '415, nothing kept',
        'an upload of an archive as a document is refused by name',
      ],
      [
        'a docx of 4 MB whose text would unpack to 4 GB',
        'kept as the document it is, and never unpacked',
        'an upload of a zip bomb in the text of a document is answered by what is seen without unpacking it',
      ],
      [
        'a docx of 4 MB whose list of parts would unpack to 4 GB',
        '415, nothing kept',
        'an upload of a zip bomb in the list of a document’s parts is answered by what is seen without unpacking it',
      ],
      [
        'an archive of archives as docx, 16 GB in 47 KB',
        '415, nothing kept',
        'an upload of a zip bomb of archives in an archive is answered by what is seen without unpacking it',
      ],
    ),
    ...hostileClient([
      'a PDF that is a page as well',
      'a download with its type, nosniff, and a policy that allows nothing',
      'a file that is two things at once comes back as a download that cannot act as a page',
    ]),
  ],
  B7: [
    ...badInput(
      [
        'limits, cursors, statuses and searches of every wrong kind',
        '400 with a sentence',
        '%.80s is refused',
      ],
      [
        'ids of every wrong kind',
        '404, like a project that is not there',
        'an id that is none is a project that is not there %.40s',
      ],
      ['a title with NUL', '400', 'text a NUL is no title'],
      ['a title with a lone surrogate', '400', 'text half a character is no title'],
      ['a title of only spaces', '400', 'text only spaces is no title'],
      [
        'a title of <script>alert(1)</script>',
        'kept as it is, and found again',
        'text <script>alert(1)</script> is kept as it is, and found again',
      ],
      [
        "a title of '; DROP TABLE projects; --",
        'kept as it is, and found again',
        "text '; DROP TABLE projects; -- is kept as it is, and found again",
      ],
      [
        'a title of {{7*7}} ${7*7} <%= 7*7 %>',
        'kept as it is, and found again',
        'text {{7*7}} ${7*7} <%= 7*7 %> is kept as it is, and found again',
      ],
    ),
  ],
  B8: [
    ...badInput(
      [
        'an address with a second receiver',
        '400 at every call that takes one',
        'an address with a second receiver is refused wherever one is asked for',
      ],
      [
        'an address with two addresses',
        '400 at every call that takes one',
        'an address with two addresses is refused wherever one is asked for',
      ],
      [
        'an address with 320 characters',
        '400 at every call that takes one',
        'an address with 320 characters is refused wherever one is asked for',
      ],
      [
        'a name with CR/LF, and one with markup',
        '400; a mail with one recipient and the name escaped',
        'an address a name with a line break is refused, and one with markup is escaped in the mail',
      ],
    ),
  ],
  B10: [
    ...authorisation([
      'HEAD, TRACE, doubled and trailing slashes, upper case, a method override',
      '401 or 404: the guard runs',
      'a guarded call is refused whatever method or spelling it comes with',
    ]),
    ...badInput(
      ['TRACE', '404', 'the guard runs for TRACE /api/projects'],
      [
        'a method that claims to be another',
        '401',
        'the guard runs for a method that claims to be another',
      ],
      [
        'Content-Length and Transfer-Encoding together',
        '400',
        'the guard runs for a body with two lengths',
      ],
    ),
  ],
};
