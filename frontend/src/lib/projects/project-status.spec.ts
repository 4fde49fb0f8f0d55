import { displayStatus } from './project-status';

describe('the display of a status', () => {
  it.each([
    ['todo', 'To Do'],
    ['inprogress', 'In Progress'],
    ['in_progress', 'In Progress'],
    ['review', 'Review'],
    ['done', 'Completed'],
    ['completed', 'Completed'],
    ['blocked', 'On Hold'],
    ['on_hold', 'On Hold'],
    ['cancelled', 'Cancelled'],
  ])('%s is shown as %s, in any letter case', (status, label) => {
    for (const spelling of [
      status,
      status.toUpperCase(),
      status[0]?.toUpperCase() + status.slice(1),
    ]) {
      expect(displayStatus(spelling).label).toBe(label);
    }
  });

  it.each(['Archived', 'waiting for RAI', 'constructor'])(
    'is the text itself for the unknown status %s',
    (status) => {
      expect(displayStatus(status)).toEqual({ label: status, tone: 'unknown' });
    },
  );
});
