import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface ContractWish {
  orderId: string;
  /** A contract type; left out, every paper the order needs and does not have complete. */
  type?: number;
  /** Send the customer a new link in place of the one that waits. */
  resend?: true;
}

/**
 * An order on its way from state to state. The commands come from the list and from the order's own page; both reload
 * on the facts.
 */
export const orderMoves = createSlice({
  name: 'orderMoves',
  /** The order whose move is being asked about or made, '' for none. */
  initialState: { moving: '' },
  reducers: {
    move(s, { payload }: PayloadAction<{ id: string; to: number }>) {
      s.moving ||= payload.id; // one at a time: the saga ignores what comes in between
    },
    makeContract(s, { payload }: PayloadAction<ContractWish>) {
      s.moving ||= payload.orderId;
    },
    /** The order is in another state now, by this move or by somebody else's. */
    moved(_s, _action: PayloadAction<{ id: string }>) {},
    contractMade(_s, _action: PayloadAction<{ orderId: string }>) {},
    /** The command is over, whatever came of it. */
    rested(s) {
      s.moving = '';
    },
  },
  selectors: {
    isMoving: (s, id: string) => s.moving === id,
  },
});
