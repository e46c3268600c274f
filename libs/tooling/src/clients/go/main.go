// The conversation of the README by a generated client, the package `parley` of oapi-codegen.
// PARLEY_URL is the address of the API, PARLEY_MAILS the folder of the mails that the platform writes.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/oapi-codegen/runtime/types"

	"parley.example/conversation/parley"
)

const (
	email    = "go@example.com"
	patience = 30 * time.Second
)

var (
	ctx   = context.Background()
	calls int
)

func demand(holds bool, what string) {
	if !holds {
		log.Fatal(what)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// ok passes on an answer, which must be a success.
func ok[T interface{ StatusCode() int }](answer T, err error) T {
	calls++
	must(answer, err)
	if answer.StatusCode() != http.StatusOK {
		body := reflect.ValueOf(answer).Elem().FieldByName("Body").Bytes()
		log.Fatalf("%T: %d %s", answer, answer.StatusCode(), body)
	}
	return answer
}

// eventually asks again until there is an answer: mails and search follow a change within moments.
func eventually(what string, ask func() bool) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if ask() {
			return
		}
	}
	log.Fatalf("%s: not within %s", what, patience)
}

func mailedCode() string {
	for _, mail := range must(filepath.Glob(filepath.Join(os.Getenv("PARLEY_MAILS"), "*"+email+".eml"))) {
		source := bytes.ReplaceAll(must(os.ReadFile(mail)), []byte("\r\n"), []byte("\n"))
		if _, text, found := bytes.Cut(source, []byte("\n\n")); found {
			return string(regexp.MustCompile(`\b\d{6}\b`).Find(text))
		}
	}
	return ""
}

func header(name, value string) parley.ClientOption {
	return parley.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set(name, value)
		return nil
	})
}

// to is a pointer to a value, as optional fields take it.
func to[T any](value T) *T { return &value }

func main() {
	log.SetFlags(0)
	url := os.Getenv("PARLEY_URL")
	stranger := must(parley.NewClientWithResponses(url))
	ok(stranger.UsersSignUpWithResponse(ctx, nil, parley.UsersSignUpJSONRequestBody{
		Email: email, Name: "Go Pher", Password: to("correct horse battery"), ChallengeToken: "any",
	}))
	code := ""
	eventually("The mail with the code", func() bool { code = mailedCode(); return code != "" })
	verified := ok(stranger.UsersVerifyWithResponse(ctx, nil, parley.UsersVerifyJSONRequestBody{Email: email, Code: code}))
	client := must(parley.NewClientWithResponses(url, header("Authorization", "Bearer "+verified.JSON200.Token)))

	project := ok(client.ProjectsCreateWithResponse(ctx, nil, parley.ProjectsCreateJSONRequestBody{Name: "Web shop"})).JSON200.Id
	ticket, contact := writeTicket(client, project)
	reply(client, project, ticket)
	reopen(client, project, ticket, contact)
	askHelpCenter(client, project, url)

	unknown := must(client.TicketsGetWithResponse(ctx, strings.Repeat("f", 24), &parley.TicketsGetParams{Project: project}))
	problem := unknown.ApplicationproblemJSON404
	demand(problem != nil && problem.Code == "ticket_not_found", "An unknown ticket is told by its code")
	fmt.Printf("Go: the conversation held, %d calls.\n", calls+1)
}

func writeTicket(client *parley.ClientWithResponses, project string) (ticket, contact string) {
	contact = ok(client.SessionsCreateWithResponse(ctx, &parley.SessionsCreateParams{Project: project}, parley.SessionsCreateJSONRequestBody{
		UserId: to("user-1"), Email: to[types.Email]("lin@customer.example"), Name: to("Lin Park"),
	})).JSON200.Id
	var message parley.TicketsComposeJSONBody_Message
	must(0, message.FromTicketsComposeJSONBodyMessage0("How can we help?"))
	composed := ok(client.TicketsComposeWithResponse(ctx, &parley.TicketsComposeParams{Project: project}, parley.TicketsComposeJSONRequestBody{
		Session: &contact, Title: to("Missing invoice"), Message: &message,
	})).JSON200
	demand(composed.Status == "OPEN" && composed.Session != nil && composed.Session.Id == contact, "A composed ticket is open, of its contact")
	return composed.Id, contact
}

func reply(client *parley.ClientWithResponses, project, ticket string) {
	body := parley.MessagesCreateJSONRequestBody{Ticket: ticket, MarkdownComment: to("The **quarterly** statement is attached.")}
	once := &parley.MessagesCreateParams{Project: project, IdempotencyKey: to("reply-1")}
	first := ok(client.MessagesCreateWithResponse(ctx, once, body)).JSON200
	demand(ok(client.MessagesCreateWithResponse(ctx, once, body)).JSON200.Id == first.Id, "A repeat writes nothing twice")

	var comment parley.MessagesCreateJSONBody_Comment
	must(0, comment.FromMessagesCreateJSONBodyComment0("Ask billing."))
	note := ok(client.MessagesCreateWithResponse(ctx, &parley.MessagesCreateParams{Project: project}, parley.MessagesCreateJSONRequestBody{
		Ticket: ticket, Comment: &comment, IsNote: to(true),
	})).JSON200
	demand(note.IsNote && note.Type == "NOTE", "A note is one")
	var ofTicket parley.FilterTicketId
	must(0, ofTicket.FromOneOrSeveralId0(ticket))
	var oldestFirst parley.ParleyTicketsV1FindMessagesRequestSort
	must(0, oldestFirst.FromParleyTicketsV1FindMessagesRequestSortValue(parley.ParleyTicketsV1FindMessagesRequestSortValueCreatedAt))
	found := ok(client.MessagesFindWithResponse(ctx, &parley.MessagesFindParams{
		Project: project, Ticket: &ofTicket, Sort: &oldestFirst,
	})).JSON200
	demand(len(must(found.AsMessagesFind200JSONResponseBody0())) == 3, "The ticket has three messages")
	eventually("The ticket in the search", func() bool {
		search := &parley.TicketsSearchParams{Project: project, SearchTerm: "quartarly"}
		for _, hit := range ok(client.TicketsSearchWithResponse(ctx, search)).JSON200.Hits {
			if hit.Id == ticket {
				return true
			}
		}
		return false
	})
}

func reopen(client *parley.ClientWithResponses, project, ticket, contact string) {
	done := ok(client.TicketsUpdateWithResponse(ctx, ticket, &parley.TicketsUpdateParams{Project: project}, parley.TicketsUpdateJSONRequestBody{
		Status: to("DONE"),
	})).JSON200
	demand(done.Status == "DONE", "The ticket is closed")
	var comment parley.MessagesCreateJSONBody_Comment
	must(0, comment.FromMessagesCreateJSONBodyComment0("Still missing"))
	ok(client.MessagesCreateWithResponse(ctx, &parley.MessagesCreateParams{Project: project}, parley.MessagesCreateJSONRequestBody{
		Ticket: ticket, Comment: &comment, Session: &contact,
	}))
	again := ok(client.TicketsGetWithResponse(ctx, ticket, &parley.TicketsGetParams{Project: project})).JSON200
	demand(again.Status == "OPEN", "A message of the contact opens the ticket again")
	var open parley.FilterStatusText
	must(0, open.FromOneOrSeveralText1([]string{"OPEN"}))
	var newestFirst parley.ParleyTicketsV1ListTicketsRequestSort
	must(0, newestFirst.FromParleyTicketsV1ListTicketsRequestSortValue(parley.ParleyTicketsV1ListTicketsRequestSortValueMinusCreatedAt))
	list := ok(client.TicketsListWithResponse(ctx, &parley.TicketsListParams{
		Project: project, Status: &open, Limit: to(10), Sort: &newestFirst,
	})).JSON200
	listed := slices.ContainsFunc(list.Tickets, func(each parley.ParleyTicketsV1Ticket) bool { return each.Id == ticket })
	demand(listed, "The list has the ticket")
}

func askHelpCenter(client *parley.ClientWithResponses, project, url string) {
	var title parley.HelpcenterCollectionsCreateJSONBody_Title
	must(0, title.FromHelpcenterCollectionsCreateJSONBodyTitle0("Billing"))
	collection := ok(client.HelpcenterCollectionsCreateWithResponse(ctx, &parley.HelpcenterCollectionsCreateParams{Project: project},
		parley.HelpcenterCollectionsCreateJSONRequestBody{Title: &title})).JSON200.Id

	var heading parley.HelpcenterArticlesCreateJSONBody_Title
	must(0, heading.FromHelpcenterArticlesCreateJSONBodyTitle0("When does my refund arrive?"))
	paragraph := parley.RichTextLevel2{Type: "paragraph", Content: &[]parley.RichTextLevel3{{Type: "text", Text: to("A refund takes 14 days.")}}}
	var content parley.HelpcenterArticlesCreateJSONBody_Content
	must(0, content.FromRichText(parley.RichText{Type: "doc", Content: &[]parley.RichTextLevel2{paragraph}}))
	article := ok(client.HelpcenterArticlesCreateWithResponse(ctx, collection, &parley.HelpcenterArticlesCreateParams{Project: project},
		parley.HelpcenterArticlesCreateJSONRequestBody{Title: &heading, Content: &content, IsDraft: to(false)})).JSON200

	key := ok(client.ProjectsGetWithResponse(ctx, project)).JSON200.ApiToken
	visitor := must(parley.NewClientWithResponses(url, header("api-token", key)))
	eventually("The article in the visitor's search", func() bool {
		search := &parley.HelpcenterVisitorSearchParams{SearchTerm: "refnd"}
		hits := ok(visitor.HelpcenterVisitorSearchWithResponse(ctx, search)).JSON200.Data.Hits
		return slices.ContainsFunc(hits, func(hit parley.ParleyHelpcenterV1ArticleHit) bool { return hit.Id == article.Id })
	})
	eventually("The answer from the article", func() bool {
		question := &parley.HelpcenterVisitorAnswerParams{Question: "How long does a refund take?"}
		return len(ok(visitor.HelpcenterVisitorAnswerWithResponse(ctx, question)).JSON200.Sources) > 0
	})
}
