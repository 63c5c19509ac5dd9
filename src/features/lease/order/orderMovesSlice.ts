import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface ContractRequest {
  orderId: string;
  /** Contract type; without it, all missing contracts of the order. */
  type?: number;
  /** Sends a new link in place of the pending one. */
  resend?: true;
}

/** State transitions of orders, started from the list and from the order's page, which both reload afterwards. */
export const orderMoves = createSlice({
  name: 'orderMoves',
  /** The order of the running action, '' without one. */
  initialState: { moving: '' },
  reducers: {
    move(s, { payload }: PayloadAction<{ id: string; to: number }>) {
      s.moving ||= payload.id; // One at a time: the saga ignores actions in between.
    },
    makeContract(s, { payload }: PayloadAction<ContractRequest>) {
      s.moving ||= payload.orderId;
    },
    /** The money of a cancelled order was returned: what was due, and where to, of the order as it was looked at. */
    refund(_s, _action: PayloadAction<{ id: string; version: string; amount: string; to: string }>) {},
    /** Has the signing service remind the customer of a contract. */
    urge(s, { payload }: PayloadAction<{ id: string; orderId: string }>) {
      s.moving ||= payload.orderId;
    },
    /** The state of the order has changed, by this user or another. */
    moved(_s, _action: PayloadAction<{ id: string }>) {},
    contractMade(_s, _action: PayloadAction<{ orderId: string }>) {},
    /** The action has ended, with or without success. */
    rested(s) {
      s.moving = '';
    },
  },
  selectors: {
    isMoving: (s, id: string) => s.moving === id,
  },
});
