import type { PromiseTable } from './table';

/** What makes true what texts promise about money: plans, receipts, banks, portfolios. */
export const money: PromiseTable = [
  [
    { test: 'server/lease/plan.test.ts › under its key gets the first answer, and pays nothing twice' },
    'money:deed.unanswered',
    'payments:payments.unanswered',
    'help/guide:payments.0.blocks.2',
  ],
  [
    {
      test: 'server/lease/exit.test.ts › is withdrawn by a person or with the end of its quote, and the order goes on as before',
    },
    'money:deed.helps.exitUntil',
    'money:deed.exit.after',
    'money:deed.exitWithdraw.text',
    'money:earlyExit.runs',
  ],
  [
    { noAction: 'receipt', but: ['reverse'] },
    'money:deed.reverse.text',
    'money:deed.undoLines.text',
    'receipt.actions.reverse.question.text',
  ],
  [
    { test: 'server/lease/purchase/purchases.test.ts › knows the amount of an invoice that was entered before' },
    'help/lease:purchase.steps.1',
  ],
  [{ refusal: 'purchase.inFile' }, 'help/lease:purchase.states.means.2'],
  [{ refusal: 'purchase.notDue' }, 'help/lease:purchase.states.means.4', 'help/lease:purchase.buttons.取消'],
  [{ action: 'paymentPlan.waive' }, 'money:deed.waive.text'],
  [
    {
      test: 'server/lease/restructure.test.ts › keeps what is paid, extends the rest by six months, and can be undone until it is signed',
    },
    'money:deed.restructure.text',
  ],
  [
    {
      test: 'server/approval/pending.test.ts › waits for no decision while a single person could make it, although the rule is on',
    },
    'money:deed.change.text',
  ],
  [{ action: 'bankStatement.undo' }, 'bank:bank.ignoreText'],
  [
    { test: 'server/lease/plan.test.ts › tried first says what it would do, and writes nothing' },
    'payments:payments.nothingWritten',
    'help/guide:payments.0.blocks.0.steps.1',
    'help/lease:payments.steps.1',
  ],
  [
    { test: 'src/features/lease/paymentPlan/payments.test.ts › waits until the ticking pauses, and asks once' },
    'payments:payments.pickHint',
  ],
  [{ refusal: 'plan.paidRow' }, 'help/lease:paymentPlan.states.means.1'],
  [{ refusal: 'plan.offenders' }, 'help/guide:payments.0.blocks.1', 'help/lease:payments.about'],
  [{ refusal: 'plan.bySystem' }, 'help/lease:paymentPlan.about'],
  [{ call: 'GET /blade-order/order/preview' }, 'help/guide:order.6.blocks.5'],
  [
    {
      test: 'server/lease/ledger/receipts.test.ts › ends the overdue days on the value date, and refuses days before the start, closed or to come',
    },
    'help/lease:receipt.steps.1',
  ],
  [
    { test: 'server/lease/collection.test.ts › says what was said; it is never changed, and stands on the order' },
    'help/lease:collectionDesk.steps.1',
    'help/lease:collection.about',
  ],
  [
    {
      test: 'server/lease/bankStatement/statements.test.ts › takes only the new lines of a file that overlaps, and nothing of one that is known',
    },
    'help/lease:bankStatement.buttons.导入流水',
  ],
  [
    {
      test: 'server/lease/bankStatement/statements.test.ts › matches 200 lines of two banks, books the clear ones in one batch, and takes one back',
    },
    'lease/bankStatement/bankStatement.tsx:点“导入流水”上传网银下载的对账',
  ],
  [
    {
      test: 'server/lease/purchase/purchases.test.ts › is entered for objects of orders that the customer pays, up to their price and their invoice',
    },
    'purchase.actions.cancel.question.text',
  ],
  [{ refusal: 'bank.accountInUse' }, 'help/lease:companyAccount.steps.2'],
  [
    { test: 'server/lease/bankStatement/payments.test.ts › pays 48 of 50 by a file, and lets 2 be due again' },
    'payBatch.actions.send.question.text',
    'help/lease:payBatch.buttons.Send',
  ],
  [
    {
      test: 'server/approval/approvals.test.ts › one of medium size waits for clerk and risk, and is then submitted in the name of the person who asked',
    },
    'help/lease:payBatch.steps.1',
    'help/guide:approvals.3.blocks.0',
    'help/work:approval.about',
  ],
  [
    { test: 'server/lease/plan.test.ts › pays its rows: amount, time, who, one batch, one entry each' },
    'lease/receipt/receipt.tsx:确认付款会自动生成流水；其他到账',
  ],
  [
    { test: 'server/lease/portfolioImport/import.test.ts › names each fault with sheet and row, and writes nothing' },
    'portfolio:portfolio.uploadHint',
    'help/portfolio:portfolioImport.steps.1',
  ],
  [
    { noAction: 'portfolioImport' },
    'portfolio:portfolio.postText',
    'portfolio:portfolio.postApart',
    'portfolio:portfolio.postUnproved',
  ],
  [
    {
      test: 'server/lease/portfolioImport/drill.test.ts › ties to the closing figures of the older system, and is posted as a whole',
    },
    'help/portfolio:portfolioImport.about',
    'help/portfolio:portfolioImport.steps.4',
    'help/portfolio:portfolioImport.buttons.Post',
  ],
  [
    {
      test: 'server/lease/portfolioImport/import.test.ts › is decided by people, posted by two of them, and comes in once',
    },
    'help/portfolio:portfolioImport.buttons.导入存量',
  ],
  [
    {
      test: 'server/lease/ledger/reversal.test.ts › makes the last instalment due again and the settled order run again, by another person and once',
    },
    'payments:payments.typeCountHelp',
  ],
];
