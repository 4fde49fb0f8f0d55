import type { ReactNode } from 'react';

import type { Project } from '../../../lib/api/answers';
import { formatDate } from '../../../lib/format';
import styles from './project-facts.module.css';

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const PHONE = /^\+?[\d\s()./-]{5,}$/;

/** A link for an email address or telephone number, else plain text. */
function Contact({ contact }: { contact: string }) {
  if (EMAIL.test(contact)) return <a href={`mailto:${contact}`}>{contact}</a>;
  if (PHONE.test(contact)) return <a href={`tel:${contact.replace(/[^\d+]/g, '')}`}>{contact}</a>;
  return contact;
}

interface FactsProps {
  project: Project;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

/** What is known of a project, in one line where there is room for it. */
export function ProjectFacts({ project: { client, contact, created_at: createdAt } }: FactsProps) {
  return (
    <dl className={styles.list}>
      <Fact name="Client">{client}</Fact>
      {contact && (
        <Fact name="Contact">
          <Contact contact={contact} />
        </Fact>
      )}
      <Fact name="Created">
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </Fact>
    </dl>
  );
}
