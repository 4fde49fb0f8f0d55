import { CreateProjects1795262400000 } from './1795262400000-create-projects.js';
import { AddOrders1795818600000 } from './1795818600000-add-orders.js';
import { KeyProjectsByOwner1795826700000 } from './1795826700000-key-projects-by-owner.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [
  CreateProjects1795262400000,
  AddOrders1795818600000,
  KeyProjectsByOwner1795826700000,
];
