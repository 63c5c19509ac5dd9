import type { PromiseTable } from './table';

/** What makes true what texts promise about orders, contracts and what they name. */
export const orders: PromiseTable = [
  [
    { refusal: 'order.notEditable' },
    'help/lease:order.buttons.提交，进入待打款',
    'order:order.ask.submit.text',
    'help/guide:order.3.blocks.1',
  ],
  [{ refusal: 'order.startRunning' }, 'help/lease:order.buttons.立即起租', 'order:order.ask.start.text'],
  [
    { test: 'server/lease/plan.test.ts › writes a plan once, however often and from wherever it is asked for' },
    'help/guide:order.5.blocks.1',
    'help/lease:order.steps.4',
    'lease/paymentPlan/paymentPlan.tsx:付款计划在订单起租时自动生成。',
  ],
  [
    { test: 'server/lease/order.test.ts › from %i to %i is made, refused or nothing, as the table says' },
    'order:order.ask.cancel.text',
    'help/lease:order.states.means.11',
  ],
  [
    { test: 'server/desk/facts.test.ts › knows the SMS service of the tenant, and whether it can reach the customer' },
    'order:order.ask.contract.sms',
    'order:order.ask.contract.noGateway',
    'order:order.ask.contract.noMobile',
    'help/guide:signing.0.blocks.0.steps.1',
  ],
  [
    { test: 'server/esign/contract.test.ts › waits a minute, ends the old link, keeps the number, and counts to five' },
    'order:order.ask.resend.sms',
    'order:order.ask.resend.noGateway',
    'order:order.ask.resend.noMobile',
    'help/guide:signing.3.blocks.0',
    'help/lease:order.buttons.重发',
  ],
  [
    { test: 'server/esign/fasc.test.ts › sent again stops its earlier task first, and the old link leads nowhere' },
    'order:order.ask.resend.service',
    'order:order.ask.resend.forward',
    'help/lease:fascContract.buttons.重发',
  ],
  [
    { refusal: 'picture.voucherInUse' },
    'order:orderPage.voucherKept',
    'help/guide:order.4.blocks.2',
    'help/lease:order.states.means.2',
  ],
  [
    { test: 'server/lease/order.test.ts › 1→2 asks for a voucher, and its upload makes the move by itself' },
    'help/guide:order.4.blocks.0',
  ],
  [
    {
      test: 'server/lease/defects/signed.test.ts › with one paper signed is the customer’s signature under its termination, and the money is owed (D7, D8)',
    },
    'deeds:annul.waits',
    'help/lease:order.buttons.发起解除协议',
    'help/lease:order.refusals.order.annulFirst',
    'refusal:order.annulFirst',
  ],
  [
    { test: 'server/lease/order.test.ts › follows its product while it is a draft, and never again after' },
    'help/guide:order.1.blocks.0',
  ],
  [
    { test: 'server/lease/order.test.ts › starts an order on its day, once, and matures it after its last' },
    'help/guide:order.5.blocks.0',
  ],
  [
    { test: 'server/engine/crud.test.ts › is on sale, counts its days automatically and knows its periods by default' },
    'help/guide:order.6.blocks.0.table.2.1',
    'lease/product.ts:自动：先息后本与到期还本付息按期',
  ],
  [
    { test: 'server/lease/plan.test.ts › of the last row settles the order, from running and from matured' },
    'help/guide:order.7.blocks.0',
    'help/lease:order.steps.5',
    'help/lease:payments.steps.4',
  ],
  [
    {
      test: 'server/lease/control/archive.test.ts › an archived order leaves the list and its counts, is read by its id, and comes back',
    },
    'help/lease:order.buttons.归档',
  ],
  [
    {
      test: 'server/esign/contract.test.ts › signed completes the contract, sets its flag, stores the evidence, and cannot be signed again',
    },
    'help/guide:signing.3.blocks.2.states.means.2',
    'help/lease:fascContract.states.means.2',
  ],
  [
    {
      test: 'server/esign/contract.test.ts › refused, with a reason, moves the order back once no other contract is active',
    },
    'areas/sign:sign.refuseText',
  ],
  [
    { refusal: 'contract.identityNeeded' },
    'customer.actions.unverify.question.text',
    'help/lease:customer.buttons.Undo verification',
  ],
  [{ refusal: 'template.fixed' }, 'contractTemplate.actions.release.question.text'],
  [{ refusal: 'template.fixedAim' }, 'esign/contractTemplate/contractTemplate.tsx:合同类型和适用产品不能修改'],
  [
    {
      test: 'server/esign/contractTemplate.test.ts › changes papers made from its day on alone, and papers keep the version they were made from',
    },
    'help/lease:contractTemplate.states.means.2',
  ],
  [
    {
      test: 'server/esign/contractTemplate.test.ts › is previewed as a specimen, with masked numbers and a note in the history where it holds data of an order',
    },
    'areas/esign:template.previewHint',
    'help/lease:contractTemplate.buttons.预览',
    'help/lease:contractTemplate.buttons.Preview',
  ],
  [{ refusal: 'supplier.disabled' }, 'help/lease:supplier.steps.2'],
];
