/** The cases of growth, as the tables call them. */
export const FEW = 'owner of 20, 20 rows in all';
export const MANY = 'owner of 20, many rows in all';
export const REPLICAS = 'three replicas of projects and storage';
export const ownerOf = (projects: number): string =>
  `owner of ${projects.toLocaleString('en')}, many rows in all`;
