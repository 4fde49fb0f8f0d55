import { randomUUID } from 'node:crypto';

import { authMessages } from '@studiolo/contracts';
import { createRedis, HealthRegistry } from '@studiolo/service-kit';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { MailServer } from '@studiolo/testing/mail-server';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import { Queue } from 'bullmq';
import { register } from 'prom-client';
import { DataSource } from 'typeorm';

import { AuthService, type Member, newEmail, PASSWORD } from '../../test/auth-service.js';
import { mailTo } from '../../test/mailbox.js';
import { MAIL_KEYS, MAIL_QUEUE, MailQueue } from './mail-queue.js';
import { MailWorker } from './mail-worker.js';

const { findFailedMails } = authMessages;

const rowOf = async (auth: AuthService, email: string) => {
  const [row] = await auth.sql<{ id: string; sent_at: Date | null }>(
    'SELECT id, sent_at FROM link_mails WHERE email = $1',
    [email],
  );
  return row!;
};

describe('a mail', () => {
  const auth = AuthService.duringTests();

  test('[B8] has one recipient, a text and an HTML body, and the id of its row in its Message-ID', async () => {
    const email = newEmail();
    const name = '<b>Anna</b> & "Söhne", <eve@example.com>';
    await auth.call(authMessages.signup, { email, password: PASSWORD, name });
    const mail = await mailTo(email);
    expect(mail.to).toEqual([{ address: email, name: '' }]);
    expect(mail.text).toContain(`“${name.replace('.', '.\u2060')}”`);
    expect(mail.text).toContain('\nHello,\n');
    expect(mail.html).toContain('“&#60;b&#62;Anna&#60;/b&#62; &#38; &#34;Söhne&#34;,');
    expect(mail.headers['message-id']).toBe(`<${(await rowOf(auth, email)).id}@studiolo.test>`);
  });

  test('that was sent is not sent again', async () => {
    const email = await auth.signUp();
    await mailTo(email);
    const { id } = await eventually(async () => {
      const row = await rowOf(auth, email);
      expect(row.sent_at).not.toBeNull();
      return row;
    });
    expect(await auth.get(MailWorker).send(id)).toBe('dropped');
  });

  const restoredMail = async ({ user, email }: Member) => {
    // A committed row without a job: this remains of a mail when Redis comes up empty.
    await auth.sql(
      `INSERT INTO link_mails (id, user_id, purpose, email, seed, token_hash, created_at, expires_at)
       VALUES (gen_random_uuid(), $1, 'new-email-asked', $2::text, '\\x01', sha256($2::text::bytea),
               now() - interval '31 seconds', now() + interval '1 hour')`,
      [user.id, email],
    );
    await auth.get(MailQueue).run();
    return mailTo(email);
  };

  test('whose job was lost with Redis is found and sent', async () => {
    expect((await restoredMail(await auth.join())).text).toContain('\nHello Anna Lindqvist,\n');
  });

  test('to an address that nobody proved for its account does not greet by name', async () => {
    const members = [await auth.joinUnverified(), { ...(await auth.join()), email: newEmail() }];
    for (const member of members) {
      expect((await restoredMail(member)).text).toContain('\nHello,\n');
    }
  });

  test('can be queued once Redis answers, though it did not when the process started', async () => {
    await using proxy = await TcpProxy.to(() => environment('REDIS_URL'));
    proxy.mute();
    const redis = createRedis({ REDIS_URL: `redis://${proxy.address}` });
    const queue = new MailQueue(redis, auth.get(DataSource));
    try {
      await expect(queue.add('reset-password', randomUUID())).rejects.toThrow('timed out');
      proxy.heal();
      await eventually(() => queue.add('reset-password', randomUUID()));
    } finally {
      redis.disconnect();
    }
  });

  test('[F10] is sent once by two workers', async () => {
    await using _other = await new AuthService(undefined, auth).start();
    const emails = await Promise.all(Array.from({ length: 10 }, () => auth.signUp()));
    for (const email of emails) await mailTo(email);
  });

  test('queue that can be reached is reported as healthy', async () => {
    const { checks } = await auth.get(HealthRegistry).report();
    expect(checks).toMatchObject({ redis: 'up', 'mail-worker': 'up' });
  });
});

describe('a mail server that fails', () => {
  /** The service with a mail server that answers the first recipients with these codes. */
  const startWith = async (...refusals: number[]) => {
    const smtp = new MailServer();
    smtp.refusals.push(...refusals);
    await smtp.up();
    const auth = await new AuthService(() => ({ SMTP_URL: smtp.url })).start();
    const queue = new Queue(MAIL_QUEUE, { connection: auth.redis, prefix: MAIL_KEYS });
    const stop = async () => {
      await queue.close();
      await auth.stop();
      await smtp.down();
    };
    return { auth, smtp, queue, [Symbol.asyncDispose]: stop };
  };

  test('[F11] for a while receives the same mail again, byte for byte', async () => {
    await using running = await startWith(451, 550);
    const { auth, smtp } = running;
    const email = await auth.signUp();
    await eventually(() => expect(smtp.messages).toHaveLength(1));
    expect(smtp.tries).toBe(3);
    const { id } = await rowOf(auth, email);
    const isSent = () => auth.sql('SELECT 1 FROM link_mails WHERE sent_at IS NOT NULL');
    await eventually(async () => expect(await isSent()).toHaveLength(1));
    await auth.sql('UPDATE link_mails SET sent_at = NULL');
    await auth.get(MailWorker).send(id);
    expect(smtp.messages[1]).toBe(smtp.messages[0]);
  });

  test('[F11] permanently leaves the mail parked without its address, and counted, until an operator retries it', async () => {
    await using running = await startWith(...Array<number>(10).fill(550));
    const { auth, smtp, queue } = running;
    const email = await auth.signUp();
    await eventually(async () => {
      await Promise.all((await queue.getDelayed()).map((job) => job.promote().catch(() => 0)));
      expect(await queue.getFailedCount()).toBe(1);
    });
    const [job] = await queue.getFailed();
    expect(smtp.tries).toBe(10);
    expect(job?.failedReason).toBe('The mail server did not take the mail (EENVELOPE, 550)');
    expect(JSON.stringify(job)).not.toContain(email);
    expect(await register.metrics()).toMatch(/studiolo_mails_total{outcome="parked"} 1/);
    const { id } = await rowOf(auth, email);
    const failed = { id, purpose: 'confirm-sign-up', reason: job?.failedReason };
    for (const retry of [false, true]) {
      expect(await auth.call(findFailedMails, { retry })).toEqual({ mails: [failed] });
    }
    await eventually(() => expect(smtp.to(email)).toHaveLength(1));
  });

  test('[F11] that is away does not disturb sign-up, and gets the mail when it is back', async () => {
    await using running = await startWith();
    const { auth, smtp, queue } = running;
    await smtp.down();
    const email = await auth.signUp();
    await eventually(async () => expect(await queue.getDelayedCount()).toBe(1));
    await smtp.up();
    await eventually(() => expect(smtp.to(email)).toHaveLength(1));
  });
});
