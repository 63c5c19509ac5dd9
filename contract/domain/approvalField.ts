/** Name of the field by which a record says that a deed of it waits for the decision of others: its number, or null. */
export const approvalField = 'approvalAct';
