import { useId } from 'react';

import type { Project } from '../../../lib/api/answers';
import { displayStatus, formStatuses } from '../../../lib/project-status';
import { classNames } from '../../../ui/class-names';
import { StatusBadge, statusToneClass } from '../../../ui/status-badge';
import { useChangeStatus } from '../api/use-change-status';
import styles from './status-choice.module.css';

/** The statuses side by side; one tap changes the project's. */
export function StatusChoice({ project }: { project: Project }) {
  const name = useId();
  const changeStatus = useChangeStatus();
  const { label: current } = displayStatus(project.status);
  const offered = formStatuses.map(({ value }) => value);
  const isOther = !offered.some((status) => displayStatus(status).label === current);
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Status</legend>
      {[...offered, ...(isOther ? [project.status] : [])].map((status) => (
        <label key={status} className={classNames(styles.option, statusToneClass(status))}>
          <input
            type="radio"
            name={name}
            checked={displayStatus(status).label === current}
            onChange={() => changeStatus.mutate({ project, status })}
          />
          <StatusBadge status={status} />
        </label>
      ))}
    </fieldset>
  );
}
