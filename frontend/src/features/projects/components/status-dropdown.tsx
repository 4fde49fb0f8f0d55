import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import type { Project } from '../../../lib/api/answers';
import { displayStatus, formStatuses, formStatusOf } from '../../../lib/projects/project-status';
import { classNames } from '../../../ui/class-names';
import { StatusBadge } from '../../../ui/status-badge';
import { useChangeStatus } from '../api/use-change-status';
import { followCard } from './follow-card';
import styles from './status-dropdown.module.css';

export interface StatusProps {
  project: Project;
  /** Where the status already stands, such as in a column of it: only the sign that it can be changed. */
  isBare?: boolean;
  /** In a grid with arrow keys, where Space on the project opens it. */
  isInGrid?: boolean;
}

export default function StatusDropdown({ project, isBare = false, isInGrid = false }: StatusProps) {
  const changeStatus = useChangeStatus();
  const label = `Status of ${project.title}`;
  const current = formStatusOf(project.status);
  const choose = (status: string) => {
    if (status === current) return;
    changeStatus.mutate({ project, status });
    followCard(project.id);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={classNames(styles.trigger, isBare && styles.bare)}
        data-status-of={project.id}
        tabIndex={isInGrid ? -1 : 0}
        aria-label={`${label}: ${displayStatus(project.status).label}. Change`}
      >
        {!isBare && <StatusBadge status={project.status} />}
        <ChevronDown size={isBare ? 16 : 12} strokeWidth={2} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          className={styles.content}
        >
          <DropdownMenu.RadioGroup value={current ?? ''} onValueChange={choose}>
            {formStatuses.map(({ value }) => (
              <DropdownMenu.RadioItem key={value} value={value} className={styles.item}>
                <StatusBadge status={value} />
                {value === current && <Check size={14} aria-hidden className={styles.check} />}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
