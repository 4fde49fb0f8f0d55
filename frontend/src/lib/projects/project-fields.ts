import type { ProjectFields } from '../api/answers';

export type FieldName = keyof ProjectFields;

/** Labels of the fields, in the order of the form. */
export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  client: 'Client',
  contact: 'Contact',
  status: 'Status',
  description: 'Description',
};

export const fieldNames = Object.keys(fieldLabels) as FieldName[];
