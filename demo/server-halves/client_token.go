package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"
)

var (
	pageOrigin = os.Getenv("PAGE_ORIGIN")
	endpoint   = os.Getenv("SET_CARD_PIN_ENDPOINT")
	apiKey     = strings.TrimSpace(os.Getenv("SET_CARD_PIN_API_KEY"))
)

const document = `
mutation ($input: GeneratePaymentCardClientTokenInput!) {
  generatePaymentCardClientToken(input: $input) { ... on ClientToken { value expirationDate } }
}`

// A redirect could send the key to another server, so redirects are not followed.
var client = &http.Client{
	Timeout: 15 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	},
}

type clientToken struct {
	Value          *string `json:"value"`
	ExpirationDate *string `json:"expirationDate"`
}

func handleClientToken(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "The method must be POST.")
		return
	}
	if pageOrigin == "" || r.Header.Get("Origin") != pageOrigin {
		refuse(w, http.StatusForbidden, "This origin is not allowed.")
		return
	}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "The Content-Type must be application/json.")
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 4096))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, "The body is too long.")
		return
	}
	var body struct {
		CardID string `json:"cardId"`
	}
	if json.Unmarshal(text, &body) != nil || body.CardID == "" {
		refuse(w, http.StatusBadRequest, "cardId must be a string.")
		return
	}
	cardholder, ok := signedInCardholder(r)
	if !ok {
		refuse(w, http.StatusUnauthorized, "Sign in first.")
		return
	}
	if !ownsCard(cardholder, body.CardID) {
		refuse(w, http.StatusForbidden, "You cannot set the PIN for this card.")
		return
	}
	mint(w, r, body.CardID)
}

func mint(w http.ResponseWriter, r *http.Request, cardID string) {
	card := map[string]any{"paymentCardId": cardID, "permissions": []string{"SET_PAYMENT_CARD_PIN"}}
	query, _ := json.Marshal(map[string]any{
		"query":     document,
		"variables": map[string]any{"input": card},
	})
	request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, endpoint, bytes.NewReader(query))
	if err != nil {
		refuse(w, http.StatusInternalServerError, "Something went wrong.")
		return
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(apiKey)))
	reply, err := client.Do(request)
	if err != nil {
		// Without the address, which may hold a secret.
		log.Print("No client token: ", errors.Unwrap(err))
		refuse(w, http.StatusBadGateway, "The card-issuing API is not available.")
		return
	}
	defer reply.Body.Close()
	var answer struct {
		Data struct {
			Token clientToken `json:"generatePaymentCardClientToken"`
		} `json:"data"`
	}
	err = json.NewDecoder(reply.Body).Decode(&answer)
	if err != nil || reply.StatusCode != http.StatusOK || answer.Data.Token.Value == nil {
		// The response may contain details that belong in neither the page nor the logs.
		log.Print("No client token: the card-issuing API responded with ", reply.StatusCode)
		refuse(w, http.StatusBadGateway, "The card-issuing API didn't issue a client token.")
		return
	}
	send(w, http.StatusOK, answer.Data.Token)
}

func refuse(w http.ResponseWriter, status int, text string) {
	send(w, status, map[string]string{"error": text})
}

func send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
