import { useId } from 'react';

import type { Project } from '../../../lib/api/answers';
import { formStatuses, formStatusOf, isSameStatus } from '../../../lib/projects/project-status';
import { classNames } from '../../../ui/class-names';
import { StatusBadge, statusToneClass } from '../../../ui/status-badge';
import { useChangeStatus } from '../api/use-change-status';
import styles from './status-choice.module.css';

interface StatusChoiceProps {
  project: Project;
  /** Whether it is the project of the cache, where a new status shows at once, and not yet what a list tells of it. */
  isRead: boolean;
}

export function StatusChoice({ project, isRead }: StatusChoiceProps) {
  const name = useId();
  const changeStatus = useChangeStatus();
  const { isPending, variables } = changeStatus;
  const chosen = !isRead && isPending ? variables.status : project.status;
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
            checked={isSameStatus(status, chosen)}
            onChange={() => changeStatus.mutate({ project, status })}
          />
          <StatusBadge status={status} />
        </label>
      ))}
    </fieldset>
  );
}
