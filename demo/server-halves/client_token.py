import asyncio
import base64
import json
import logging
import os

import httpx
from fastapi import FastAPI, HTTPException, Request

from your_own import card_ids_of, signed_in_cardholder

PAGE_ORIGIN = os.environ["PAGE_ORIGIN"]
ENDPOINT = os.environ["SET_CARD_PIN_ENDPOINT"]
API_KEY = os.environ["SET_CARD_PIN_API_KEY"].strip()

# Created once, because it takes 50 ms, during which the server couldn't respond to anyone.
TLS = httpx.create_ssl_context()

logger = logging.getLogger(__name__)

DOCUMENT = """
mutation ($input: GeneratePaymentCardClientTokenInput!) {
  generatePaymentCardClientToken(input: $input) { ... on ClientToken { value expirationDate } }
}"""

app = FastAPI(openapi_url=None)


@app.middleware("http")
async def forbid_caching(request: Request, call_next):
    response = await call_next(request)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@app.post("/portal/client-token")
async def client_token(request: Request):
    if request.headers.get("origin") != PAGE_ORIGIN:
        raise HTTPException(403, "This origin is not allowed.")
    media_type = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if media_type != "application/json":
        raise HTTPException(415, "The Content-Type must be application/json.")
    card_id = await read_card_id(request)
    cardholder = await signed_in_cardholder(request)
    if cardholder is None:
        raise HTTPException(401, "Sign in first.")
    if card_id not in await card_ids_of(cardholder):
        raise HTTPException(403, "You cannot set the PIN for this card.")
    return await mint(card_id)


async def read_card_id(request: Request) -> str:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > 4096:
            raise HTTPException(413, "The body is too long.")
    try:
        card_id = json.loads(body)["cardId"]
    except (ValueError, TypeError, KeyError, RecursionError):
        card_id = None
    if not isinstance(card_id, str) or card_id == "":
        raise HTTPException(400, "cardId must be a string.")
    return card_id


async def mint(card_id: str) -> dict:
    card = {"paymentCardId": card_id, "permissions": ["SET_PAYMENT_CARD_PIN"]}
    key = base64.b64encode(API_KEY.encode()).decode()
    status = None
    try:
        # A redirect could send the key to another server. httpx doesn't follow redirects.
        async with httpx.AsyncClient(verify=TLS, timeout=None) as client:
            sent = client.post(
                ENDPOINT,
                headers={"Authorization": f"Basic {key}"},
                json={"query": DOCUMENT, "variables": {"input": card}},
            )
            reply = await asyncio.wait_for(sent, timeout=15)
        status = reply.status_code
        token = reply.json()["data"]["generatePaymentCardClientToken"]
        if status != 200 or not isinstance(token["value"], str):
            raise ValueError
        return {"value": token["value"], "expirationDate": token["expirationDate"]}
    except Exception as error:
        # The response may contain details that belong in neither the page nor the logs.
        logger.error("No client token: %s, status %s", type(error).__name__, status)
        raise HTTPException(502, "The card-issuing API didn't issue a client token.") from None
