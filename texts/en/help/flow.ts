import type { AreaHelp } from '../../help';

export const flow: AreaHelp = {
  flow_model: {
    about:
      'Draws processes: which steps there are, who does them, and which way is taken under which condition. Each save is a version; a process can be started once it is deployed.',
    steps: [
      'Choose “Add”, enter name and key, then choose the name to open the designer.',
      'Drag elements from the left, or add them from the toolbar. Select an element to enter its people, due time, form and conditions at the right. Only elements that can be run are offered.',
      'Enter a condition for each way out of a gateway, and choose a default one, which is taken when no other condition is met.',
      'Choose “Save”, then “Check”. Elements that can’t be run are listed with the reason; choose one to see it in the diagram.',
      'Choose “Deploy” and a category. From then on it can be started. Instances that run already keep their version.',
    ],
    refusals: {
      'flow.noDiagram': 'Draw the process in the designer and save it first.',
      'flow.unreadable': 'The file is not BPMN 2.0, or damaged. Export it again from the tool that made it.',
    },
    see: ['page:flow_manager', 'page:flow_follow'],
  },
  flow_manager: {
    about:
      'Deployed processes and their versions. A suspended one can’t be started; its running instances go on. After one is deleted, its finished instances can still be viewed.',
    steps: [
      'Choose “Diagram” to see a version.',
      'Choose “Suspend” or “Activate” to change its status.',
      'Choose “Deploy a file” for BPMN files of other tools. Elements that can’t be run are listed with the reason.',
    ],
    refusals: {
      'flow.running': 'Wait until they have finished, or terminate them while deleting.',
    },
    see: ['page:flow_model', 'page:flow_follow'],
  },
  flow_follow: {
    about: 'All processes that were started: how far they are, who started them, and when they ended.',
    steps: [
      'Choose “Diagram” to see the progress: finished and current steps and the ways taken are coloured.',
      'When a person has left, is disabled or is away for long, choose “Reassign” to give the task to another one. Both are told.',
      'Filter by “No eligible assignee” to find processes whose step has no active person.',
      'Choose “Terminate” to end one. A reason is needed; the history stays.',
    ],
    refusals: {
      'flow.mayNotHandle': 'Give a role of the new person the button “Handle” of My tasks, or choose another one.',
      'flow.notDecider': 'Only those whom the process names decide on records: give the new person such a role first.',
      'flow.alreadyAsked': 'Each person decides once in a step: choose one who takes no part in it.',
    },
    see: ['page:flow_manager', 'page:flow_model', 'guide:approvals#absent'],
  },
  approval_rule: {
    about:
      'Which operations others approve, from which amount, and by which process. Two processes come with the product: a second person, and a credit approval.',
    steps: [
      'Open a rule and set “Needs approval” and “From amount”. Left blank, every operation of the kind needs approval.',
      'The credit approval goes by amount: a first review up to 100,000 yuan, a risk review above that, and a final decision above 500,000. Approvers are those who hold the buttons “First review”, “Risk review” and “Final decision” of approvals.',
      'A second person is anyone else who holds the button of approvals for that operation.',
      'Switching a rule off, raising its amount or giving it another process is approved by another person, unless only one works here.',
      'In these processes one person can’t take two steps of a request. In your own, switch that on under separation of duties of a step.',
      'For other steps, draw and deploy a process of your own under “Process models”, and choose it under “Process”. While a rule is on, its process can’t be suspended or deleted, and a new version of it needs approval by someone else.',
    ],
    refusals: {
      'approval.badProcess': 'Deploy a process with a step for people first, or choose another one.',
      'approval.noneDecides':
        'Give at least one step to the people with the right to approve it, or to a role that holds that right.',
      'approval.processNeeded': 'Switch the rule off first, or choose another process for it.',
      'approval.versionNeeded': 'Deploy a new version and have it approved, then delete the old deployment.',
      'approval.versionAlone':
        'Upload this process alone, for your own tenant only, and have it approved. Upload the others by themselves.',
      'approval.theirProcess': 'An administrator of that tenant deploys it, and someone else there approves it.',
    },
    see: ['page:approval', 'page:flow_model'],
  },
};
