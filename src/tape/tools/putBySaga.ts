/** The key with which redux-saga marks an action put by a saga. */
export const putBySaga = '@@redux-saga/SAGA_ACTION';
