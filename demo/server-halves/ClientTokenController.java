import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ClientTokenController {
  private static final String PAGE_ORIGIN = System.getenv("PAGE_ORIGIN");
  private static final String ENDPOINT = System.getenv("SET_CARD_PIN_ENDPOINT");
  private static final String API_KEY = System.getenv("SET_CARD_PIN_API_KEY");
  private static final int MAX_BODY_LENGTH = 4096;
  private static final System.Logger LOG = System.getLogger("client-token");

  private static final String DOCUMENT = """
      mutation ($input: GeneratePaymentCardClientTokenInput!) {
        generatePaymentCardClientToken(input: $input) { ... on ClientToken { value expirationDate } }
      }""";

  // A redirect could send the key to another server.
  private final HttpClient client =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
  private final ObjectMapper json = new ObjectMapper();
  private final Cards cards;

  public ClientTokenController(Cards cards) {
    this.cards = cards;
  }

  @PostMapping("/portal/client-token")
  public ResponseEntity<Map<String, String>> clientToken(
      @RequestHeader HttpHeaders headers, InputStream body, Principal cardholder)
      throws InterruptedException, IOException {
    String type = String.valueOf(headers.getFirst("Content-Type")).split(";")[0].trim();
    if (PAGE_ORIGIN == null || !PAGE_ORIGIN.equals(headers.getFirst("Origin")))
      return refuse(403, "This origin is not allowed.");
    if (!type.equalsIgnoreCase("application/json"))
      return refuse(415, "The Content-Type must be application/json.");
    byte[] text = body.readNBytes(MAX_BODY_LENGTH + 1);
    if (text.length > MAX_BODY_LENGTH) return refuse(413, "The body is too long.");
    String cardId = read(text).path("cardId").textValue();
    if (cardId == null || cardId.isEmpty()) return refuse(400, "cardId must be a string.");
    if (cardholder == null) return refuse(401, "Sign in first.");
    if (!cards.belongsTo(cardholder, cardId))
      return refuse(403, "You cannot set the PIN for this card.");
    return mint(cardId);
  }

  private ResponseEntity<Map<String, String>> mint(String cardId)
      throws InterruptedException, IOException {
    Map<String, Object> card =
        Map.of("paymentCardId", cardId, "permissions", List.of("SET_PAYMENT_CARD_PIN"));
    Map<String, Object> query = Map.of("query", DOCUMENT, "variables", Map.of("input", card));
    String key = Base64.getEncoder().encodeToString(API_KEY.strip().getBytes());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(ENDPOINT))
            .header("Content-Type", "application/json")
            .header("Authorization", "Basic " + key)
            .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(query)))
            .build();
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    HttpResponse<byte[]> reply;
    try {
      // The request's own timeout would not limit the body.
      reply = sent.get(15, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException error) {
      sent.cancel(true);
      LOG.log(Level.ERROR, "No client token: " + error);
      return refuse(502, "The card-issuing API is not available.");
    }
    JsonNode token = read(reply.body()).path("data").path("generatePaymentCardClientToken");
    if (reply.statusCode() != 200 || !token.path("value").isTextual()) {
      // The response may contain details that belong in neither the page nor the logs.
      LOG.log(Level.ERROR, "No client token: the API responded with " + reply.statusCode());
      return refuse(502, "The card-issuing API didn't issue a client token.");
    }
    Map<String, String> copy = new HashMap<>();
    for (String name : List.of("value", "expirationDate")) copy.put(name, token.path(name).textValue());
    return answer(200).body(copy);
  }

  private JsonNode read(byte[] text) {
    try {
      return json.readTree(text);
    } catch (IOException error) {
      return json.missingNode();
    }
  }

  private static ResponseEntity<Map<String, String>> refuse(int status, String text) {
    return answer(status).body(Map.of("error", text));
  }

  private static ResponseEntity.BodyBuilder answer(int status) {
    return ResponseEntity.status(status)
        .cacheControl(CacheControl.noStore())
        .header("X-Content-Type-Options", "nosniff");
  }
}
