import type { CoveredCases } from './covered.ts';

/** Cases of the battery of faults that tests of `npm test` hold. */
export const COVERED_FAULTS: CoveredCases = {
  F9: [
    {
      done: 'sweeps for orphans run without a pause while 32 files are uploaded',
      expected: 'they take none of their objects; every file comes back',
      project: 'integration',
      file: 'services/storage/src/sweeps/sweeps.int-spec.ts',
      title: 'never takes an object of an upload that runs beside it',
    },
    {
      done: 'bytes arrive when their upload is over and swept',
      expected: 'the object is swept as an orphan',
      project: 'integration',
      file: 'services/storage/src/sweeps/sweeps.int-spec.ts',
      title: 'and whose bytes arrive afterwards is swept as an orphan',
    },
  ],
  F10: [
    {
      done: 'three dispatchers at work on 300 events',
      expected: 'each is published once',
      project: 'integration',
      file: 'libs/service-kit/test/outbox.int-spec.ts',
      title: 'two dispatchers at work together publish each event once',
    },
    {
      done: 'two workers at work on 10 mails',
      expected: 'each is sent once',
      project: 'integration',
      file: 'services/auth/src/mail/mail.int-spec.ts',
      title: 'two workers send each mail once',
    },
    {
      done: '12,000 inbox rows are older than a day',
      expected: 'they are purged, younger ones stay',
      project: 'integration',
      file: 'libs/service-kit/test/inbox.int-spec.ts',
      title: 'messages are forgotten after a day, however many there are',
    },
  ],
  F11: [
    {
      done: 'SMTP server answers 451, then 550, then takes the mail',
      expected: 'tried again each time; the same bytes however often it is sent',
      project: 'integration',
      file: 'services/auth/src/mail/mail.int-spec.ts',
      title: 'for a while gets the same mail again, byte for byte',
    },
    {
      done: 'SMTP server answers 550 for good (pauses cut short)',
      expected: 'parked after 10 tries, without its address, and counted',
      project: 'integration',
      file: 'services/auth/src/mail/mail.int-spec.ts',
      title: 'for good has the mail parked, without its address, and counted',
    },
  ],
  F12: [
    {
      done: 'three processes start together with pending migrations',
      expected: 'each migration runs once, in order',
      project: 'integration',
      file: 'libs/service-kit/test/migrate.int-spec.ts',
      title: 'replicas that start together run every migration once, in order',
    },
    {
      done: 'three replicas of storage start together on an empty database',
      expected: 'all become ready',
      project: 'integration',
      file: 'services/storage/src/start.int-spec.ts',
      title:
        'replicas that start together on an empty database and without a bucket all become ready',
    },
    {
      done: 'a migration fails in the middle',
      expected: 'it leaves nothing of itself and keeps nobody waiting',
      project: 'integration',
      file: 'libs/service-kit/test/migrate.int-spec.ts',
      title: 'a migration that fails leaves nothing of itself and keeps nobody waiting',
    },
  ],
  F13: [
    {
      done: 'backup while three owners upload and delete, restored into an empty installation',
      expected:
        'every login works, every file has its SHA-256, every usage is the sum of the files',
      project: 'e2e',
      file: 'infra/e2e/backup.e2e-spec.ts',
      title: 'a backup brings back every login, file and sum',
    },
    {
      done: 'an event of a deletion is lost with Redis before the backup',
      expected: 'the restored installation removes what it told of',
      project: 'e2e',
      file: 'infra/e2e/backup.e2e-spec.ts',
      title: 'a backup removes what only a lost event kept from being removed',
    },
    {
      done: 'one byte of a backup is changed',
      expected: 'the restore is refused before it changes anything',
      project: 'e2e',
      file: 'infra/e2e/backup.e2e-spec.ts',
      title: 'a backup that is damaged is refused before anything is changed',
    },
  ],
};
