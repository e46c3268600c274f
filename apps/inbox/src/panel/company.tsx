import type { VNode } from 'preact';
import { current, toName, say } from '../core';
import { useAnswer } from '../ui';
import { Fact } from './edit-field';
import { Answered } from './section';
import { TicketLinks } from './ticket-links';

/** Most members and conversations that show. */
const SHOWN = 10;
/** Members are counted up to here. */
const COUNTED = 200;

const readCompany = async (companyId: string) => {
  const { companies, tickets } = current().parley;
  const [company, members, { tickets: latest, totalCount = latest.length }] = await Promise.all([
    companies.get(companyId),
    companies.members(companyId, { limit: COUNTED }),
    tickets.list({
      conditions: { companyId },
      ignoreArchived: false,
      sort: '-lastActivity',
      limit: SHOWN,
    }),
  ]);
  return { company, members, latest, totalCount };
};

/** The company of a contact: who else belongs to it, and what they wrote. */
export const CompanyFacts = ({ companyId, view }: { companyId: string; view: string }): VNode => (
  <Answered answer={useAnswer(() => readCompany(companyId), companyId)}>
    {({ company: { name = companyId, plan, domain, value }, members, latest, totalCount }) => (
      <>
        <Fact label={say('panel.company.name')}>{name}</Fact>
        {domain !== undefined && <Fact label={say('panel.company.domain')}>{domain}</Fact>}
        {plan !== undefined && <Fact label={say('panel.plan')}>{plan}</Fact>}
        {value !== undefined && <Fact label={say('panel.value')}>{String(value)}</Fact>}
        <details>
          <summary>
            {say('panel.company.members', {
              count: members.length === COUNTED ? `${COUNTED}+` : members.length,
            })}
          </summary>
          <ul class="plain-list">
            {members.slice(0, SHOWN).map((member) => (
              <li key={member._id} dir="auto">
                {toName(member) || say('contact.unknown')}
              </li>
            ))}
          </ul>
        </details>
        <details>
          <summary>{say('panel.company.conversations', { count: totalCount })}</summary>
          <TicketLinks tickets={latest} view={view} />
        </details>
      </>
    )}
  </Answered>
);
