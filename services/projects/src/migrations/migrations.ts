import { CreateProjects1795262400000 } from './1795262400000-create-projects.js';
import { AddOrders1795818600000 } from './1795818600000-add-orders.js';
import { KeyByOwner1795826700000 } from './1795826700000-key-by-owner.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [
  CreateProjects1795262400000,
  AddOrders1795818600000,
  KeyByOwner1795826700000,
];
