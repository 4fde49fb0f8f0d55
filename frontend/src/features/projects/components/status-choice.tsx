import { useId } from 'react';

import type { Project } from '../../../lib/api/answers';
import { formStatuses, formStatusOf, isSameStatus } from '../../../lib/projects/project-status';
import { classNames } from '../../../ui/class-names';
import { StatusBadge, statusToneClass } from '../../../ui/status-badge';
import { useChangeStatus } from '../api/use-change-status';
import styles from './status-choice.module.css';

export function StatusChoice({ project }: { project: Project }) {
  const name = useId();
  const changeStatus = useChangeStatus();
  const offered: string[] = formStatuses.map(({ value }) => value);
  if (!formStatusOf(project.status)) offered.push(project.status);
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Status</legend>
      {offered.map((status) => (
        <label key={status} className={classNames(styles.option, statusToneClass(status))}>
          <input
            type="radio"
            name={name}
            checked={isSameStatus(status, project.status)}
            onChange={() => changeStatus.mutate({ project, status })}
          />
          <StatusBadge status={status} />
        </label>
      ))}
    </fieldset>
  );
}
