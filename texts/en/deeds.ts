/** Words of the dialogs in which vouchers are confirmed, accounts changed and refunds confirmed. */
export const deeds = {
  voucher: {
    title: 'Confirm voucher {{code}}',
    confirm: 'Confirm receipt',
    own: 'You entered this order, so another person has to confirm its voucher',
    used: 'This transfer voucher is used by other orders. Check it and enter a reason:',
    otherOrder: 'Order without a number',
    hiddenOrder: 'An order that you can’t see',
    by: { picture: '(same voucher image)', serial: '(same serial number)' },
    read: 'Filled in by recognition; check against the voucher',
    usual: 'Filled in from the order; check against the voucher',
    differs: 'Differs from the order amount (CNY {{amount}}). Enter a reason.',
    below:
      'Less than the order’s CNY {{amount}}: give a reason. A second person approves it, and the order is then for the amount received.',
    payerHelp: 'Customer: {{name}}',
    reason: 'Reason',
    reasonHelp: 'Required where the amount differs or the voucher is used twice; kept in the history',
    wrong: {
      amount: 'Enter the amount received',
      date: 'Enter the value date, today at the latest',
      payer: '',
      serial: '',
      reason: 'Enter a reason',
    },
  },
  refund: {
    action: 'Confirm refund',
    title: 'Confirm refund',
    text: 'Confirm that CNY {{amount}} was returned to {{to}}. It is booked as a payment.',
    sure: 'Confirm refund',
    done: 'Refund confirmed',
    open: 'CNY {{amount}} to be refunded to {{to}}',
    returned: 'CNY {{amount}} refunded ({{time}})',
  },
  annul: {
    action: 'Issue termination agreement',
    waits: 'The termination agreement waits for the customer; the order is cancelled with the signature',
  },
  papersVoid: 'Account, start or customer changed and the contracts were voided. Issue them again.',
  frozen: 'Contracts have been issued. Use “Change account or start”.',
};
