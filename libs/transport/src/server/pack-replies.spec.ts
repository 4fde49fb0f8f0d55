import { type OutgoingReply, packReplies } from './pack-replies.js';

const replyTo = (client: string, length = 10): OutgoingReply => ({
  replyTo: client,
  json: 'x'.repeat(length),
  deadline: 0,
});

test('replies to one client travel in one message, in their order', () => {
  const [first, second, other] = [replyTo('a', 1), replyTo('a', 2), replyTo('b')];
  expect(packReplies('rpc', [first, other, second])).toMatchObject([
    { channel: 'rpc:replies:a', replies: [first, second] },
    { channel: 'rpc:replies:b', replies: [other] },
  ]);
  expect(packReplies('rpc', [])).toEqual([]);
});

test('a message takes no further reply once it is longer than 262,144 characters', () => {
  const half = replyTo('a', 131_072);
  const counts = (replies: OutgoingReply[]) =>
    packReplies('rpc', replies).map(({ replies: packed }) => packed.length);
  expect(counts([half, half, half, half])).toEqual([3, 1]);
  expect(counts([half, replyTo('a', 131_073), half, half])).toEqual([2, 2]);
});
