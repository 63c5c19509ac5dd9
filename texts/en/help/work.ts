import type { AreaHelp } from '../../help';

export const work: AreaHelp = {
  work_start: {
    about:
      'Processes that you can start, each in its newest active version. Some, such as leave requests, have a page of their own; the forms of all others come from their definition.',
    steps: [
      'Choose a process by its name or “Start”, fill in the form and choose “Submit”.',
      'Follow it under “Started by me”. Steps that are yours appear under “My tasks”.',
    ],
    buttons: {
      Start: 'Opens the form of the process.',
      Diagram: 'Shows the steps of the process and who works on them.',
    },
    refusals: {
      'flow.notStartable':
        'The process was suspended or has a newer version. Refresh the list and start it from there.',
      'leave.badTimes': 'Set the end of the leave to a moment after its beginning.',
    },
    see: ['page:work_send', 'page:work_todo', 'guide:approvals'],
  },
  work_claim: {
    about:
      'Tasks that several people can take and no one works on yet. They are listed here if you, your role or your position is a candidate.',
    steps: [
      'Choose “Claim” and the task is yours: it moves to “My tasks”, and other candidates no longer see it.',
      'Choose “Details” to read it before you claim it.',
    ],
    buttons: {
      Claim: 'Makes the task yours. To give it back, choose “Release” on its page.',
      Details: 'Shows the content, the diagram and the history.',
      Track: 'Shows how far the process is.',
    },
    refusals: {
      'flow.claimed': 'Another candidate was faster. The list is refreshed.',
      'flow.notCandidate': 'Your role or position has changed. Contact your administrator.',
    },
    see: ['page:work_todo', 'page:work_done'],
  },
  work_todo: {
    about:
      'Tasks that you work on: assigned to you, claimed by you, delegated to you, or asking for your opinion. Overdue ones are marked in red.',
    steps: [
      'Choose “Handle” to open a task with its content and history.',
      'Enter a “Comment”, fill in the form if there is one, and choose “Approve” or “Reject”.',
      'When you reject, “Send back to” names the step the task goes back to. Left empty, the process decides.',
      'Choose “Add signers” to ask others for their opinion, or “Delegate” to let someone deal with it; it then comes back to you.',
    ],
    buttons: {
      Handle: 'Opens the page of the task.',
      Details: 'Shows the task without working on it.',
      Track: 'Shows how far the process is.',
    },
    refusals: {
      'flow.commentNeeded': 'A comment is needed to reject or send back. To approve, it is optional.',
      'flow.signersOpen': 'Wait until all added signers have given their opinion.',
      'flow.done': 'The task has been completed. It is under “Completed by me”.',
      'flow.notReleasable': 'Only claimed tasks can be released. A task that was assigned to you can be delegated.',
    },
    see: ['page:work_claim', 'page:work_done', 'guide:approvals'],
  },
  work_send: {
    about: 'Processes that you have started, the step each waits at, and who works on it.',
    steps: [
      'Choose the name of a process for its content, its diagram and its history.',
      'If it takes too long, choose “Send a reminder”: the people it waits for get a message.',
      'Until someone has decided you can “Withdraw” it. A rejected request is under “My tasks”: change it and send it again, or cancel it.',
    ],
    buttons: {
      Details: 'Shows the content, the diagram and the history.',
      Track: 'Shows how far the process is.',
    },
    refusals: {
      'flow.decided': 'Someone has decided already. Ask them to reject it instead.',
      'flow.remindedLately': 'You can send one reminder an hour. Try again later.',
      'flow.over': 'The process is over. There is nothing left to do.',
    },
    see: ['page:work_start', 'page:work_todo'],
  },
  work_done: {
    about: 'Tasks that you have completed, and what became of their processes.',
    buttons: {
      Details: 'Shows the content, the diagram and the history.',
      Track: 'Shows how far the process is.',
    },
    see: ['page:work_todo', 'page:work_send'],
  },
  approval: {
    about:
      'Operations that others approve first: submitting an order, confirming a voucher, starting, cancelling, changing an account, confirming payments. Once approved, they are carried out in the name of the person who asked.',
    steps: [
      'Work as usual. Where a rule asks for approval, the page says that it was sent for approval, and the record shows “In approval”.',
      'Approvers claim the task under “Tasks to claim” and decide under “My tasks”, with a comment. They need the right to approve the operation and see the record. No one decides on their own request.',
      'The person who asked can “Withdraw”. A rejected or withdrawn request leaves the record as it was, and it can be asked for again.',
    ],
    states: {
      of: 'approval.state',
      means: {
        1: 'Waiting. The record takes no other operation meanwhile.',
        2: 'Approved and carried out.',
        3: 'Rejected. The record is as it was.',
        4: 'Withdrawn by the person who asked.',
      },
    },
    refusals: {
      'approval.pending': 'Wait for the decision, or have the request withdrawn first.',
      'approval.alone':
        'Ask your administrator to give others who see the record the right to approve this operation, or to switch the rule off.',
      'approval.notDecider':
        'Leave it to a colleague with the right to approve, or ask an administrator to hand it on.',
      'approval.sameHands':
        'Whoever creates an account or resets its password could sign in with it, so two such accounts do not count as two people yet. Ask another colleague, or wait until the days have passed.',
      'approval.makerGone':
        'The person who asked no longer has the right. Reject the request, and have another person ask.',
    },
    see: ['page:approval_rule', 'page:work_claim', 'page:work_todo'],
  },
};
