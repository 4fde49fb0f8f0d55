import { ChevronDown } from 'lucide-react';

import type { Project } from '../../../lib/api/answers';
import {
  displayStatus,
  formStatuses,
  formStatusOf,
  isSameStatus,
} from '../../../lib/project-status';
import { ChoiceMenu } from '../../../ui/menu';
import { StatusBadge } from '../../../ui/status-badge';
import { useChangeStatus } from '../api/use-change-status';
import styles from './status-menu.module.css';

interface StatusMenuProps {
  project: Project;
  onChosen?: (() => void) | undefined;
}

/** The status of a project as a button with a menu to change it. */
export function StatusMenu({ project, onChosen }: StatusMenuProps) {
  const changeStatus = useChangeStatus();
  return (
    <ChoiceMenu
      label={`Status of ${project.title}`}
      trigger={
        <button
          type="button"
          className={styles.trigger}
          data-status-of={project.id}
          aria-label={`Status of ${project.title}: ${displayStatus(project.status).label}. Change`}
        >
          <StatusBadge status={project.status} />
          <ChevronDown size={12} strokeWidth={2} aria-hidden />
        </button>
      }
      options={formStatuses.map(({ value }) => ({
        value,
        content: <StatusBadge status={value} />,
      }))}
      value={formStatusOf(project.status)}
      onChoose={(value) => {
        if (isSameStatus(value, project.status)) return;
        changeStatus.mutate({ project, status: value });
        onChosen?.();
      }}
    />
  );
}
