/** One entry of the history of a record, as the server answers it. */

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** One entry of the history of an order and of all that belongs to it. */
export interface HistoryEntry {
  id: string;
  /** Name of the module whose record changed. */
  entity: string;
  entityId: string;
  action: string;
  reason: string;
  changes: FieldChange[];
  userName: string;
  createTime: string;
}
